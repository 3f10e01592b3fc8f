import { systemClock } from '@mayfly/clock';
import { readArguments, UsageError } from '@mayfly/command-line';
import type { Block } from '@mayfly/contracts/frontier/v1';
import { hostArgument } from '../host-argument.ts';
import { plainHost, shownHost } from '../print/host.ts';
import { findSuite } from '../suite/addresses.ts';
import { atOwner } from '../suite/at-owner.ts';
import { askFrontier } from '../suite/clients.ts';
import { timeOption } from '../time-option.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

export const host: Verb = {
  name: 'host',
  usage: 'HOST [--block REASON [--until TIME] | --unblock]',
  means: 'shows how a host is treated; blocks it, or takes a block back',
  help: `  --block REASON   from now on nothing of the host is asked for; what is under way is not stopped
  --until TIME     when the block ends: 2026-12-24T18:00Z, or 2h from now (default: never)
  --unblock        the host may be asked again
${ASKING_HELP}`,
  fields: { host: 'HOST', 'block.reason': '--block', 'block.until_time': '--until' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        ...ASKING,
        block: { type: 'string' },
        until: { type: 'string' },
        unblock: { type: 'boolean', default: false },
      },
    });
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0) throw new UsageError('name one host');
    const name = hostArgument('HOST', given);
    const nowMs = systemClock.nowMs();
    const block = blockOf(values, nowMs);
    const found = await askFrontier(await findSuite(values.data), (frontier) =>
      atOwner({ frontier, clock: systemClock }, name, async (client) => {
        if (block !== undefined || values.unblock) await client.blockHost({ host: name, block });
        return client.getHost({ host: name });
      }),
    );
    const text = values.json
      ? `${JSON.stringify(plainHost(found, nowMs))}\n`
      : shownHost(found, nowMs);
    process.stdout.write(text);
    return 0;
  },
};

function blockOf(
  {
    block: reason,
    until,
    unblock,
  }: { readonly block?: string; readonly until?: string; readonly unblock: boolean },
  nowMs: number,
): Block | undefined {
  if (reason === undefined) {
    if (until !== undefined) throw new UsageError('--until: says when a --block ends');
    return undefined;
  }
  if (unblock) throw new UsageError('--block and --unblock: one of them');
  if (reason.trim() === '') throw new UsageError('--block: say why, for whoever wonders later');
  return { reason, untilTime: until === undefined ? undefined : timeOption('until', until, nowMs) };
}
