import type { HostKey } from '@mayfly/url';
import type { Frontier } from './frontier.ts';
import { type Manners, politer } from './manners.ts';
import type { Waking } from './waking.ts';

/** Sets the manners towards a host, or takes them back; gives those that hold from now on. */
export async function setHostPolicy(
  { frontier, waking }: { readonly frontier: Frontier; readonly waking: Waking },
  host: HostKey,
  policy: Partial<Manners> | undefined,
): Promise<Manners> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  frontier.laneOf(host).push({
    size: 1,
    hosts: [host],
    apply: (turn) => turn.putHost({ ...turn.host(host), policy }),
    done: resolve,
    failed: reject,
  });
  await promise;
  const state = frontier.hostOf(host);
  if (state !== undefined) waking.look(state);
  return politer(frontier.around.settings.manners, policy);
}
