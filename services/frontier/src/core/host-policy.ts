import type { HostKey } from '@mayfly/url';
import type { Frontier } from './frontier.ts';
import { type Manners, politer } from './manners.ts';
import type { Block, HostRow } from './rows.ts';
import type { Waking } from './waking.ts';

interface Desk {
  readonly frontier: Frontier;
  readonly waking: Waking;
}

/** Sets the manners towards a host, or takes them back; gives those that hold from now on. */
export async function setHostPolicy(
  desk: Desk,
  host: HostKey,
  policy: Partial<Manners> | undefined,
): Promise<Manners> {
  await changeHost(desk, host, { policy });
  return politer(desk.frontier.around.settings.manners, policy);
}

/** Keeps a host from being asked, or lets it be asked again; says how many leases of it are out. */
export async function blockHost(
  desk: Desk,
  host: HostKey,
  block: Block | undefined,
): Promise<number> {
  await changeHost(desk, host, { block });
  return desk.frontier.hostOf(host)?.leases.size ?? 0;
}

async function changeHost(
  { frontier, waking }: Desk,
  host: HostKey,
  change: Partial<Pick<HostRow, 'policy' | 'block'>>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  frontier.push(frontier.around.buckets.ofHost(host), {
    size: 1,
    hosts: [host],
    apply: (turn) => turn.changeHost(host, change),
    done: resolve,
    failed: reject,
  });
  await promise;
  const state = frontier.hostOf(host);
  if (state !== undefined) waking.look(state);
}
