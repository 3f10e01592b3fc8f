import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '@mayfly/clock';
import { readArguments, stopSignal, UsageError } from '@mayfly/command-line';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { UrlState } from '@mayfly/contracts/frontier/v1';
import { enumOption, enumWords } from '../enum-option.ts';
import { type ExportPlace, exportUrls, type Selection } from '../export/export-urls.ts';
import { isThere, openOutput } from '../export/output.ts';
import { hostArgument } from '../host-argument.ts';
import { ProgressFile } from '../import/progress-file.ts';
import { RateLine } from '../import/rate-line.ts';
import { counted } from '../print/counted.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

const OPTIONS = {
  ...ASKING,
  crawl: { type: 'string', default: 'by-hand' },
  file: { type: 'string' },
  state: { type: 'string' },
  host: { type: 'string' },
  outcome: { type: 'string' },
  group: { type: 'string' },
  restart: { type: 'boolean', default: false },
} as const;

const STATES = { names: UrlState, prefix: 'URL_STATE_' };
const OUTCOMES = { names: Outcome, prefix: 'OUTCOME_' };
/** So many words fit on a line of the help. */
const A_LINE = 8;
const OUTCOME_LINES = enumWords(OUTCOMES)
  .map((word, at) =>
    at === 0 ? word : `${at % A_LINE === 0 ? ',\n                      ' : ', '}${word}`,
  )
  .join('');

export const exportVerb: Verb = {
  name: 'export',
  usage:
    '--file OUT [--crawl NAME] [--state STATE] [--host HOST] [--outcome OUTCOME] [--group GROUP] [--restart]',
  means: 'writes the URLs that the frontier knows into a file',
  help: `  --file OUT          JSON lines that submit --file reads back; packed where the name ends with .gz; - is standard output.
                      Interrupted in whatever way, the same command goes on where it ended
  --crawl NAME        the crawl (default by-hand)
  --state STATE       only those that are parked, waiting, leased or at-rest
  --host HOST         only those of this host
  --outcome OUTCOME   only those at rest after this outcome: ${OUTCOME_LINES}
  --group GROUP       only those of this group
  --restart           begins anew, also where the file is there
${ASKING_HELP}`,
  fields: { crawl: '--crawl', host: '--host', group: '--group' },
  run: async (args) => {
    const { values } = readArguments({ args: [...args], options: OPTIONS });
    const { file, crawl, group, restart, data, json } = values;
    if (file === undefined) throw new UsageError('--file: where to');
    const state = enumOption('state', STATES, values.state);
    const outcome = enumOption('outcome', OUTCOMES, values.outcome);
    const host = values.host === undefined ? undefined : hostArgument('--host', values.host);
    const selection = { crawl, state, host, outcome, group } as Selection;
    return await exportFile({ file, selection, restart, data, json });
  },
};

const GOES_ON = 'the same command goes on where this one ended';

interface ExportOptions {
  readonly file: string;
  readonly selection: Selection;
  readonly restart: boolean;
  readonly data: string;
  readonly json: boolean;
}

/** What is kept while a file is written. */
interface Kept extends ExportPlace {
  readonly selection: Selection;
}

async function exportFile({
  file,
  selection,
  restart,
  data,
  json,
}: ExportOptions): Promise<number> {
  const progress = file === '-' ? undefined : new ProgressFile<Kept>(`${file}.mayfly-export`);
  if (restart) await progress?.remove();
  const from = await placeIn(progress, { file, selection, restart });
  if (from.urls > 0) process.stderr.write(`goes on after ${counted(from.urls, 'URL')}\n`);
  const line = new RateLine('URLs', { clock: systemClock, atFirst: from.urls });
  try {
    const { place, hasEnded } = await ask(await findSuite(data), 'frontier', async (client) => {
      const { known } = await client.getLedger({ crawl: selection.crawl, host: selection.host });
      // Of a crawl that nobody knows no file is left behind.
      await using output = await openOutput(file, from.bytes);
      const keep = async (place: ExportPlace) =>
        progress?.write({ ...place, selection: plain(selection) });
      // What ends before its first page goes on too.
      await keep(from);
      return await exportUrls({
        ...{ client, selection, from, output, stop: stopSignal() },
        reached: async (reached) => {
          line.show(reached.urls, isAll(selection) ? share(reached.urls, known) : undefined);
          await keep(reached);
        },
      });
    });
    if (hasEnded) await progress?.remove();
    const { urls } = place;
    const cutShort = progress === undefined ? 'cut short' : 'interrupted; the same command goes on';
    const text = json
      ? JSON.stringify({ urls, complete: hasEnded })
      : `${hasEnded ? 'done' : cutShort}: ${counted(urls, 'URL')}`;
    // Standard output may be where the URLs go.
    process[file === '-' ? 'stderr' : 'stdout'].write(`${text}\n`);
    return hasEnded ? 0 : 1;
  } catch (error) {
    if ((await progress?.isThere()) === true) line.note(GOES_ON);
    throw error;
  } finally {
    line.end();
  }
}

/** Where an earlier export of the same URLs into the same file ended, or the beginning. */
async function placeIn(
  progress: ProgressFile<Kept> | undefined,
  { file, selection, restart }: Pick<ExportOptions, 'file' | 'selection' | 'restart'>,
): Promise<ExportPlace> {
  const isWritten = progress !== undefined && (await isThere(file));
  const kept = await progress?.read();
  if (kept === undefined) {
    if (isWritten && !restart) {
      throw new UsageError(`--file: ${file} is there already; --restart writes it anew`);
    }
    return { pageToken: '', urls: 0, bytes: 0 };
  }
  if (!isDeepStrictEqual(kept.selection, plain(selection))) {
    throw new UsageError(
      `${progress!.path}: an export of other URLs was begun; --restart begins anew`,
    );
  }
  return { pageToken: kept.pageToken, urls: kept.urls, bytes: kept.bytes };
}

/** As a file has it. */
const plain = (selection: Selection) => JSON.parse(JSON.stringify(selection)) as Selection;

const isAll = ({ state, outcome, group }: Selection) =>
  state === undefined && outcome === undefined && group === undefined;

const share = (urls: number, known: number) => (known === 0 ? 1 : Math.min(1, urls / known));
