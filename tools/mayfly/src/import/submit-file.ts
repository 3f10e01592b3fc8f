import { systemClock } from '@mayfly/clock';
import { stopSignal } from '@mayfly/command-line';
import { counted } from '../print/counted.ts';
import { findSuite } from '../suite/addresses.ts';
import { FollowedService } from '../suite/followed-service.ts';
import { AtOwners, ownersAt } from './at-owners.ts';
import { BEGINNING, importUrls, type Place } from './import-urls.ts';
import { ImportProgress } from './import-progress.ts';
import { openInput } from './input.ts';
import { RateLine } from './rate-line.ts';
import type { Counts } from './submitted.ts';

/** What `mayfly submit --file` was told. */
export interface FileOptions {
  readonly file: string;
  readonly crawl: string;
  readonly state: string | undefined;
  readonly restart: boolean;
  readonly data: string;
  readonly json: boolean;
}

const AWAY = 'the frontier does not answer; waits for it, a minute at most';

/** Imports a file; 0 once all of it is submitted, 1 where it was interrupted. */
export async function submitFile(options: FileOptions): Promise<number> {
  const { file, crawl } = options;
  const input = await openInput(file);
  const progress = await ImportProgress.open({
    ...{ ...options, input, suffix: '.mayfly-import', beginning: BEGINNING },
    about: { name: 'crawl', value: crawl },
    begunWith: (other) => `into the crawl ${other}`,
  });
  const { from } = progress;
  const line = new RateLine('URLs', { clock: systemClock, atFirst: sumOf(from.counts) });
  try {
    const find = () => findSuite(options.data);
    const sleep = (ms: number) => systemClock.sleep(ms);
    const away = () => line.note(AWAY);
    await using frontier = new FollowedService({ service: 'frontier', find, sleep, away });
    const { frontier: address } = await find();
    await using owners = new AtOwners({ open: ownersAt(address), sleep });
    // An import waits for a frontier that is away; where none is at the beginning, nobody wants it to.
    await (await frontier.client()).getBuckets({});
    const { place, hasEnded } = await importUrls({
      ...{ input, crawl, from, stop: stopSignal(), owners },
      client: () => frontier.client(),
      wait: (ms) => frontier.wait(ms),
      reached: async (place) => {
        frontier.answered();
        line.show(sumOf(place.counts), input.share(place.bytes));
        await progress.reached(place);
      },
    });
    await progress.ended(place, hasEnded);
    const { interrupted } = progress;
    printSummary(place, { hasEnded, interrupted, json: options.json });
    return hasEnded ? 0 : 1;
  } catch (error) {
    if (await progress.failed()) line.note('the same command goes on where this one ended');
    throw error;
  } finally {
    line.end();
  }
}

const sumOf = ({ newUrls, known, refused, bad }: Counts) =>
  newUrls + known + bad + sumOfRefused(refused);

const sumOfRefused = (refused: Counts['refused']) =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);

function printSummary(
  { line, counts }: Place,
  about: { readonly hasEnded: boolean; readonly interrupted: string; readonly json: boolean },
): void {
  const { hasEnded, interrupted, json } = about;
  const { newUrls, parked = 0, known, refused, bad, badLines } = counts;
  if (json) {
    const all = { lines: line, new: newUrls, parked, known, refused, bad, badLines };
    const event = { ...all, complete: hasEnded };
    process.stdout.write(`${JSON.stringify(event)}\n`);
    return;
  }
  const rules = Object.entries(refused).map(([rule, count]) => `${rule} ${count}`);
  const words = [
    `${hasEnded ? 'done' : interrupted}: ${counted(line, 'line')}`,
    `${newUrls} new, ${known} known, ${sumOfRefused(refused)} refused`,
    ...(parked === 0
      ? []
      : [`parked, without a priority: ${parked}; they are fetched once somebody schedules them`]),
    ...(rules.length === 0 ? [] : [`refused by rule: ${rules.join(', ')}`]),
    ...(bad === 0 ? [] : [`${counted(bad, 'bad line')}, such as:`]),
    ...badLines.map((each) => `  line ${each.line}: ${each.why}`),
  ];
  process.stdout.write(`${words.join('\n')}\n`);
}
