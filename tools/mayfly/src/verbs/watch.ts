import { readArguments, stopSignal } from '@mayfly/command-line';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { wordOf } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

const DAY_MS = 86_400_000;

export const watch: Verb = {
  name: 'watch',
  usage: '[URL...] [--crawl NAME]',
  means: 'shows what becomes of URLs as it happens; without any, of all of a crawl until Ctrl-C',
  help: `  --crawl NAME   the crawl to watch (default by-hand)
${ASKING_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...ASKING, crawl: { type: 'string', default: 'by-hand' } },
    });
    const signal = stopSignal();
    await ask(await findSuite(values.data), 'scheduler', async (scheduler) => {
      const request = { crawl: values.crawl, urls: positionals };
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
