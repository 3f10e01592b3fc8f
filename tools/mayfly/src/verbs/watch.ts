import { readArguments, stopSignal } from '@mayfly/command-line';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import type { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import type { Client } from '@mayfly/grpc';
import { wordOf } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { crawlNames } from '../suite/all-crawls.ts';
import { urlArgument } from '../url-argument.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

const DAY_MS = 86_400_000;
const BY_HAND = 'by-hand';

export const watch: Verb = {
  name: 'watch',
  usage: '[URL...] [--crawl NAME]',
  means: 'shows what becomes of URLs as it happens; without any, of all of a crawl until Ctrl-C',
  help: `  --crawl NAME   the crawl to watch (default by-hand)
${ASKING_HELP}`,
  fields: { crawl: '--crawl', urls: 'URL', 'urls[]': 'URL' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...ASKING, crawl: { type: 'string' } },
    });
    const urls = positionals.map(urlArgument);
    const signal = stopSignal();
    await ask(await findSuite(values.data), 'scheduler', async (scheduler) => {
      if (values.crawl === undefined) await sayWhich(scheduler);
      const request = { crawl: values.crawl ?? BY_HAND, urls };
      try {
        for await (const end of scheduler.watchUrls(request, { signal, deadlineMs: DAY_MS })) {
          const row = {
            url: end.url,
            outcome:
              end.rule === '' ? wordOf(Outcome, end.outcome, 'OUTCOME_') : `refused: ${end.rule}`,
            record: end.record === undefined ? '' : wordOf(Record, end.record, 'RECORD_'),
            status: end.status,
          };
          process.stdout.write(
            values.json
              ? `${JSON.stringify(row)}\n`
              : `${row.outcome.padEnd(15)} ${row.record.padEnd(13)} ${String(row.status ?? '').padEnd(4)} ${row.url}\n`,
          );
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
    return 0;
  },
};

/** Whoever names no crawl may wait for what another one does. */
async function sayWhich(scheduler: Client<typeof SchedulerServiceDefinition>): Promise<void> {
  const names = await crawlNames(scheduler);
  const others = names.length === 0 ? '' : `; --crawl watches ${names.join(', ')}`;
  process.stderr.write(`watching crawl ${BY_HAND}${others}\n`);
}
