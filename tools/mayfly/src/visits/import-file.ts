import { systemClock } from '@mayfly/clock';
import { stopSignal } from '@mayfly/command-line';
import { ImportProgress } from '../import/import-progress.ts';
import { type Input, openInput } from '../import/input.ts';
import { linesOf } from '../import/lines.ts';
import { RateLine } from '../import/rate-line.ts';
import { counted } from '../print/counted.ts';
import { findSuite } from '../suite/addresses.ts';
import { FollowedService } from '../suite/followed-service.ts';
import { firstLines } from './first-lines.ts';
import { BEGINNING, importVisits, type VisitPlace } from './import-visits.ts';
import { visitBatches } from './visit-batches.ts';
import { type Format, formatOf, type VisitFormat } from './visit-format.ts';

/** What `mayfly visits import` was told. */
export interface VisitFileOptions {
  readonly file: string;
  readonly format: Format | undefined;
  readonly site: string | undefined;
  readonly state: string | undefined;
  readonly restart: boolean;
  readonly data: string;
  readonly json: boolean;
}

const AWAY = 'the scheduler does not answer; waits for it, a minute at most';

/** Imports a file; 0 once all of it is reported, 1 where it was interrupted. */
export async function importVisitFile(options: VisitFileOptions): Promise<number> {
  const { file, site } = options;
  const input = await openInput(file, 'FILE');
  const progress = await ImportProgress.open({
    ...{ ...options, input, suffix: '.mayfly-visits', beginning: BEGINNING },
    about: { name: 'site', value: site },
    begunWith: (other) => `of the site ${other}`,
  });
  const { from } = progress;
  const { format, batches, offsetBytes } = await batchesOf(input, from, options);
  const line = new RateLine('lines', { clock: systemClock, atFirst: from.line });
  const reached = async (place: VisitPlace) => {
    line.show(place.line, input.share(place.bytes));
    await progress.reached(place);
  };
  const order = { batches, from, offsetBytes, stop: stopSignal() };
  try {
    const find = () => findSuite(options.data);
    const sleep = (ms: number) => systemClock.sleep(ms);
    const away = () => line.note(AWAY);
    await using scheduler = new FollowedService({ service: 'scheduler', find, sleep, away });
    // An import waits for a scheduler that is away; where none is at the beginning, nobody wants it to.
    await (await scheduler.client()).getStatus({});
    const { place, hasEnded } = await importVisits({
      ...order,
      client: () => scheduler.client(),
      wait: (ms) => scheduler.wait(ms),
      reached: async (place) => {
        scheduler.answered();
        await reached(place);
      },
    });
    await progress.ended(place, hasEnded);
    const { interrupted } = progress;
    printSummary(place, { format, hasEnded, interrupted, json: options.json });
    return hasEnded ? 0 : 1;
  } catch (error) {
    if (await progress.failed()) line.note('the same command goes on where this one ended');
    throw error;
  } finally {
    line.end();
    input.close();
  }
}

/** What is to be reported, from the place on; the format is always told by the beginning of the input. */
async function batchesOf(input: Input, from: VisitPlace, options: VisitFileOptions) {
  const { first, whole, close } = await firstLines(input.read(0));
  const { format, read, hasHeader } = formatOf(first, options);
  const isBeginning = from.bytes === 0;
  if (!isBeginning) await close();
  const skipBytes = input.skipBytes(from.bytes);
  const chunks = isBeginning ? whole : input.read(from.bytes);
  const batches = visitBatches(linesOf(chunks, skipBytes), read, { line: from.line, hasHeader });
  return { format, batches, offsetBytes: from.bytes - skipBytes };
}

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([why, count]) => `${why} ${count}`)
    .join(', ');

function printSummary(
  { line, counts }: VisitPlace,
  about: Pick<VisitFormat, 'format'> & {
    readonly hasEnded: boolean;
    readonly interrupted: string;
    readonly json: boolean;
  },
): void {
  const { format, hasEnded, interrupted, json } = about;
  const { taken, refused, skipped, bad, badLines } = counts;
  if (json) {
    const event = { lines: line, format, taken, refused, skipped, bad, badLines };
    process.stdout.write(`${JSON.stringify({ ...event, complete: hasEnded })}\n`);
    return;
  }
  const because = (what: string, of: Readonly<Record<string, number>>) =>
    sumOf(of) === 0 ? [] : [`${sumOf(of)} ${what}: ${listed(of)}`];
  const words = [
    `${hasEnded ? 'done' : interrupted}: ${counted(line, 'line')} of ${format}`,
    `${counted(taken, 'visit')} taken`,
    ...because('refused', refused),
    ...because('skipped', skipped),
    ...because('bad', bad),
    ...badLines.map((each) => `  line ${each.line}: ${each.why}`),
  ];
  process.stdout.write(`${words.join('\n')}\n`);
}
