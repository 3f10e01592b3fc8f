import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { UsageError } from '@mayfly/command-line';

/** What changed on one page since its snapshot before. */
export interface Change {
  readonly page: number;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** All snapshots of one hour. */
export interface Round {
  /** Hours since 1970. */
  readonly hour: number;
  readonly changes: Change[];
}

/** Recorded front pages: pages, sites and articles are numbers from 0. */
export interface Recording {
  readonly pages: readonly string[];
  /** The site of each page. */
  readonly siteOf: readonly number[];
  readonly rounds: readonly Round[];
  /** The hour each article was first on any page; undefined where it stood there when the recording began. */
  readonly born: readonly (number | undefined)[];
}

/** One line of a recording. */
export interface Snapshot {
  readonly page: string;
  readonly t: string;
  readonly first?: boolean;
  readonly added: readonly string[];
  readonly removed?: readonly string[];
}

const HOUR_MS = 3_600_000;

/** Reads a file of JSON lines, plain or with brotli. */
export async function readRecording(path: string): Promise<Recording> {
  if ((await stat(path).catch(() => undefined))?.isFile() !== true) {
    throw new UsageError(`--data: there is no file ${path}`);
  }
  const snapshots: Snapshot[] = [];
  for await (const line of linesOf(path)) {
    if (line !== '') snapshots.push(snapshotOf(line, `${path}:${snapshots.length + 1}`));
  }
  if (snapshots.length === 0) throw new UsageError(`--data: ${path} is empty`);
  return recordingOf(snapshots);
}

/** Numbers pages and articles, and puts the snapshots of each hour together. */
export function recordingOf(snapshots: readonly Snapshot[]): Recording {
  const pages = new Numbers();
  const sites = new Numbers();
  const articles = new Numbers();
  const siteOf: number[] = [];
  const born: (number | undefined)[] = [];
  const rounds = new Map<number, Round>();
  for (const each of snapshots.toSorted((a, b) => Date.parse(a.t) - Date.parse(b.t))) {
    const hour = Math.floor(Date.parse(each.t) / HOUR_MS);
    const page = pages.of(each.page);
    siteOf[page] = sites.of(each.page.split('/')[0]!);
    const added = each.added.map((url) => articles.of(url));
    for (const article of added) {
      if (article === born.length) born.push(each.first === true ? undefined : hour);
    }
    const removed = (each.removed ?? []).map((url) => articles.of(url));
    // An article that is only ever removed stood there before the recording began.
    for (const article of removed) if (article === born.length) born.push(undefined);
    let round = rounds.get(hour);
    if (round === undefined) rounds.set(hour, (round = { hour, changes: [] }));
    round.changes.push({ page, added, removed });
  }
  return { pages: pages.names, siteOf, rounds: [...rounds.values()], born };
}

/** Gives out a number for each name. */
class Numbers {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

function snapshotOf(line: string, where: string): Snapshot {
  const value = parsed(line) as Partial<Record<string, unknown>> | null | undefined;
  const isText = (each: unknown): boolean => typeof each === 'string';
  const isUrls = (list: unknown): boolean => Array.isArray(list) && list.every(isText);
  if (
    !isText(value?.page) ||
    Number.isNaN(Date.parse(String(value?.t))) ||
    !isUrls(value?.added) ||
    !isUrls(value?.removed ?? [])
  ) {
    throw new UsageError(`--data: ${where}: no snapshot with page, t, added and removed`);
  }
  return value as unknown as Snapshot;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function linesOf(path: string): AsyncIterable<string> {
  const file = createReadStream(path);
  // Whoever reads the last stream hears of every error.
  const input = path.endsWith('.br')
    ? pipeline(file, createBrotliDecompress(), () => undefined)
    : file;
  return createInterface({ input, crlfDelay: Infinity });
}
