import type { DataFile } from './data-files.ts';
import type { Line } from './line.ts';
import { readLines } from './read-lines.ts';
import type { Result, Suite, Tally, Taken } from './suite.ts';

/** What a file came to, and what a person should hear of it. */
export interface FileRun {
  /** Undefined where no line fits, or the file cannot be read. */
  readonly result: Result | undefined;
  /** Complaints: lines that do not fit, what threw, why the file was left out. */
  readonly notes: readonly string[];
  /** The first cases that did not pass, as they are written. */
  readonly missed: readonly string[];
}

/** How a file is run. */
export interface RunOptions {
  /** How many missed cases are kept. */
  readonly keepMissed: number;
  readonly onLine: (count: number) => void;
}

const MOST_NOTES = 5;

/** Runs one file through its suite; nothing in a file makes this throw. */
export async function runFile(
  { path, name }: DataFile,
  suite: Suite,
  { keepMissed, onLine }: RunOptions,
): Promise<FileRun> {
  const tally = suite.open();
  const notes = new Notes(name);
  const missed: string[] = [];
  let [at, fitting] = [0, 0];
  try {
    for await (const text of readLines(path)) {
      at += 1;
      if (text.trim() === '') continue;
      const taken = await takeLine(tally, text, (problem) => notes.add(`line ${at}: ${problem}`));
      if (taken === 'unfit') notes.add(`line ${at} does not fit the suite ${suite.name}`);
      else fitting += 1;
      if (taken === 'missed' && missed.length < keepMissed) missed.push(`${name}:${at}: ${text}`);
      onLine(at);
    }
  } catch (error) {
    notes.add(`left out, it cannot be read: ${(error as Error).message}`);
    return { result: undefined, notes: notes.all(), missed };
  }
  if (fitting > 0) return { result: tally.result(), notes: notes.all(), missed };
  notes.add(`left out, no line of it fits the suite ${suite.name}`);
  return { result: undefined, notes: notes.all(), missed };
}

async function takeLine(
  tally: Tally,
  text: string,
  complain: (problem: string) => void,
): Promise<Taken> {
  const line = lineOf(text);
  if (line === undefined) return 'unfit';
  try {
    return await tally.take(line);
  } catch (error) {
    complain(`threw ${String(error)}`);
    return 'missed';
  }
}

function lineOf(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** The first complaints in full, the others counted, the last one always. */
class Notes {
  readonly #name: string;
  readonly #first: string[] = [];
  #more = 0;
  #last: string | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  add(note: string): void {
    if (this.#first.length < MOST_NOTES) {
      this.#first.push(`${this.#name}: ${note}`);
    } else {
      this.#more += 1;
      this.#last = `${this.#name}: ${note}`;
    }
  }

  all(): string[] {
    if (this.#last === undefined) return this.#first;
    const between = this.#more > 1 ? [`${this.#name}: and ${this.#more - 1} more like these`] : [];
    return [...this.#first, ...between, this.#last];
  }
}
