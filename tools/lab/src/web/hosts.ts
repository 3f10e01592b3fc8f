import type { Draws } from './draws.ts';
import type { HostKind, WebShape } from './web-shape.ts';

/** Pages of one subject on one host: they are linked from the same lists and liked by the same readers. */
export interface Section {
  readonly host: number;
  /** Index into the shape's kinds. */
  readonly kind: number;
  /** Pages it publishes in all the time. */
  readonly pages: number;
  readonly front: number;
  readonly own: number;
  /** Lists a page may be on besides: labels, regions, neighbours. */
  readonly others: readonly number[];
  /** How much better or worse it is than the average section, before the fit. */
  readonly appeal: number;
  readonly lifeSeconds: number;
}

/** The hosts of a web, with the sources and sections they have. */
export interface Hosts {
  readonly sections: readonly Section[];
  readonly hostOfSource: Int32Array;
  readonly kindOfSource: Uint8Array;
}

/** So many neighbouring lists a section has; a host with fewer has all it has. */
const NEIGHBOURS = 8;
const SHARE_OF_SECTIONS = 0.4;
const SECTION_SPREAD = 0.8;

export function drawHosts(shape: WebShape, draws: Draws): Hosts {
  const sections: Section[] = [];
  const hostOfSource: number[] = [];
  const kindOfSource: number[] = [];
  for (const [kind, { pages, lists }] of hostSizes(shape, draws)) {
    const host = (hostOfSource.at(-1) ?? -1) + 1;
    const front = hostOfSource.length;
    for (let i = 0; i < lists; i++) {
      hostOfSource.push(host);
      kindOfSource.push(kind);
    }
    sections.push(...sectionsOf({ host, kind, pages, front, lists }, shape, draws));
  }
  return {
    sections,
    hostOfSource: Int32Array.from(hostOfSource),
    kindOfSource: Uint8Array.from(kindOfSource),
  };
}

interface HostSize {
  readonly pages: number;
  readonly lists: number;
}

/** Each host's pages are unequal by its kind; it has lists by the square root of that. */
function hostSizes(shape: WebShape, draws: Draws): [number, HostSize][] {
  const counts = parts(
    shape.hosts,
    shape.kinds.map((kind) => kind.hosts),
  );
  const sources = parts(
    shape.sources,
    shape.kinds.map((kind) => kind.sources),
  );
  return shape.kinds.flatMap((kind, index) => {
    const weights = volumes(kind, counts[index]!, draws);
    const pages = parts(Math.round(shape.pages * kind.pages), weights);
    // Two lists at least: a front page, and the list of a section.
    const lists = parts(sources[index]! - 2 * counts[index]!, weights.map(Math.sqrt));
    return pages.map((each, i): [number, HostSize] => [
      index,
      { pages: each, lists: lists[i]! + 2 },
    ]);
  });
}

function volumes({ spread }: HostKind, count: number, draws: Draws): number[] {
  return Array.from({ length: count }, () => draws.logNormal(1, spread));
}

interface Host extends HostSize {
  readonly host: number;
  readonly kind: number;
  readonly front: number;
}

function sectionsOf(
  { host, kind, pages, front, lists }: Host,
  shape: WebShape,
  draws: Draws,
): Section[] {
  const count = Math.max(1, Math.round((lists - 1) * SHARE_OF_SECTIONS));
  const weights = Array.from({ length: count }, () => draws.logNormal(1, SECTION_SPREAD));
  const hostAppeal = draws.normal();
  const { median, spread } = shape.lifeSeconds;
  return parts(pages, weights).map((each, index) => {
    const own = front + 1 + index;
    return {
      host,
      kind,
      pages: each,
      front,
      own,
      others: someOthers({ front, lists, own }, draws),
      appeal:
        Math.sqrt(shape.ofTheHost) * hostAppeal + Math.sqrt(1 - shape.ofTheHost) * draws.normal(),
      lifeSeconds: draws.logNormal(median, spread),
    };
  });
}

function someOthers(
  { front, lists, own }: { readonly front: number; readonly lists: number; readonly own: number },
  draws: Draws,
): number[] {
  const all = Array.from({ length: lists - 1 }, (_, i) => front + 1 + i).filter(
    (each) => each !== own,
  );
  for (let i = 0; i < Math.min(NEIGHBOURS, all.length); i++) {
    const other = i + draws.below(all.length - i);
    [all[i], all[other]] = [all[other]!, all[i]!];
  }
  return all.slice(0, NEIGHBOURS);
}

/** Whole numbers in the proportion of the weights, whose sum is the whole. */
export function parts(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, each) => all + each, 0);
  let before = 0;
  let given = 0;
  return weights.map((weight) => {
    before += weight;
    const upTo = Math.round((whole * before) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
