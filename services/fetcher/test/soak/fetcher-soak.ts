import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { type Behaviour, BEHAVIOURS } from '@mayfly/bad-web';
import { eventually, startProcess } from '@mayfly/testing';
import { openWholeAttempts, type WholeAttempts } from '../support/whole-attempts.ts';

/** What one soak did and found. */
export interface FetcherSoakResult {
  readonly rounds: number;
  readonly attempts: number;
  /** Good pages that were fetched in between. */
  readonly pages: number;
  readonly firstMb: number;
  readonly lastMb: number;
  /** Attempts that ended otherwise than they must. */
  readonly wrong: number;
  /** 1 where memory grew. */
  readonly grown: number;
}

interface Options {
  readonly rounds: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

const BAD_WEB = fileURLToPath(new URL('../../../../tools/bad-web/src/main.ts', import.meta.url));
const AT_ONCE = 64;
/** How often a round asks for each; documents of ten megabytes take long to read, and are asked for once. */
const TIMES = 5;
const GOOD = BEHAVIOURS.find(({ name }) => name === 'good')!;
/** Every so manieth attempt is at a good page. */
const GOOD_EVERY = 4;
/** Resident memory goes up and down with what was large at the same time; what is alive hardly does. */
const GROWN = { residentFactor: 1.25, residentMb: 64, aliveMb: 24 };

/** Throws everything that the bad web can do at the fetcher, many at once, and compares outcomes and memory. */
export async function soakFetcher({ rounds, random, say }: Options): Promise<FetcherSoakResult> {
  const server = startProcess({ name: 'bad-web', file: BAD_WEB, args: [] });
  await eventually(() => server.stdout.includes('\n'), { what: 'the bad web says where it is' });
  const { port } = JSON.parse(server.stdout) as { port: number };
  const attempts = openWholeAttempts(port);
  const soak = new Soak(attempts, say);
  const seen: Memory[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await soak.round(slowFirst(shuffled(aRound(), random)));
      const memory = await memoryNow();
      seen.push(memory);
      const { residentMb, aliveMb } = memory;
      const mb = `${residentMb} MB resident, ${aliveMb} MB alive`;
      say(`round ${round}: ${soak.attempts} attempts, ${soak.wrong} wrong, ${mb}`);
    }
  } finally {
    await attempts[Symbol.asyncDispose]();
    await server.stop();
  }
  const { attempts: done, pages, wrong } = soak;
  return { rounds, attempts: done, pages, ...compared(seen), wrong };
}

interface Memory {
  readonly residentMb: number;
  readonly aliveMb: number;
}

/** The most after the first quarter beside the least of the last: what only goes up shows in both. */
function compared(seen: readonly Memory[]) {
  const quarter = Math.ceil(seen.length / 4);
  const [first, last] = [seen.slice(0, quarter), seen.slice(-quarter)];
  const most = (of: keyof Memory): number => Math.max(...first.map((each) => each[of]));
  const least = (of: keyof Memory): number => Math.min(...last.map((each) => each[of]));
  const [firstMb, lastMb] = [most('residentMb'), least('residentMb')];
  const isGrown =
    lastMb > firstMb * GROWN.residentFactor + GROWN.residentMb ||
    least('aliveMb') > most('aliveMb') + GROWN.aliveMb;
  // In the first round every buffer and every line of code is new: fewer than four have no quarter to compare.
  return { firstMb, lastMb, grown: isGrown && seen.length >= 4 ? 1 : 0 };
}

class Soak {
  attempts = 0;
  pages = 0;
  wrong = 0;
  readonly #attempts: WholeAttempts;
  readonly #say: (line: string) => void;

  constructor(attempts: WholeAttempts, say: (line: string) => void) {
    this.#attempts = attempts;
    this.#say = say;
  }

  async round(behaviours: readonly Behaviour[]): Promise<void> {
    const left = behaviours.values();
    const oneAfterAnother = async (): Promise<void> => {
      for (const behaviour of left) await this.#one(behaviour);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, oneAfterAnother));
  }

  async #one({ name, expected, body }: Behaviour): Promise<void> {
    const { outcome, detail, document } = await this.#attempts.attempt(name);
    this.attempts += 1;
    if (name === GOOD.name && outcome === 'ok') this.pages += 1;
    const isRead = body === undefined || Buffer.from(document?.body ?? '-').toString() === body;
    if ((expected as readonly string[]).includes(outcome) && isRead) return;
    this.wrong += 1;
    this.#say(`WRONG: ${name} ended ${outcome} (${detail}) instead of ${expected.join(' or ')}`);
  }
}

function aRound(): Behaviour[] {
  const bad = BEHAVIOURS.flatMap((behaviour) =>
    Array.from({ length: isLarge(behaviour) ? 1 : TIMES }, () => behaviour),
  );
  const good = Array.from({ length: Math.ceil(bad.length / GOOD_EVERY) }, () => GOOD);
  return [...bad, ...good];
}

/** What is read on a thread of its own. */
function isLarge({ expected }: Behaviour): boolean {
  return expected.includes('unreadable');
}

/** What waits for a limit of time begins first, so that the others go on beside it and no round ends with waiting. */
function slowFirst(behaviours: readonly Behaviour[]): Behaviour[] {
  const isSlow = ({ expected }: Behaviour): boolean =>
    expected.some((outcome) => outcome === 'timeout' || outcome === 'too-slow');
  return [...behaviours.filter(isSlow), ...behaviours.filter((each) => !isSlow(each))];
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((each) => ({ each, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ each }) => each);
}

/** What stays in memory when everything that can go has gone. */
async function memoryNow(): Promise<Memory> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What threads handed over is let go of a turn after nobody has it any more.
  for (let turn = 0; turn < 5; turn += 1) {
    await setImmediate();
    collect();
  }
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const mb = (bytes: number): number => Math.round(bytes / 1_048_576);
  return { residentMb: mb(rss), aliveMb: mb(heapUsed + arrayBuffers) };
}
