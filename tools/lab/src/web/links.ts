import type { Births } from './births.ts';
import type { Draws } from './draws.ts';
import type { Hosts, Section } from './hosts.ts';
import type { HostKind, WebShape } from './web-shape.ts';

/** Links of all sources: those of source i lie from `start[i]` to `start[i + 1]`, oldest first. */
export interface Links {
  readonly start: Int32Array;
  readonly links: Int32Array;
}

const STEPS = 40;

/** Puts each page on the list of its section, mostly on the front page, and on some of the neighbouring lists. */
export function drawLinks(
  { sections, hostOfSource }: Hosts,
  { births, shape }: { readonly births: Births; readonly shape: WebShape },
  draws: Draws,
): Links {
  const others = othersPerPage(sections, shape);
  const pages: number[] = [];
  const sources: number[] = [];
  const put = (page: number, source: number): void => {
    pages.push(page);
    sources.push(source);
  };
  for (let page = 0; page < births.born.length; page++) {
    const section = sections[births.section[page]!]!;
    put(page, section.own);
    if (draws.uniform() < shape.onFront) put(page, section.front);
    const share = others / section.others.length;
    for (const other of section.others) if (draws.uniform() < share) put(page, other);
  }
  return bySource({ pages, sources }, hostOfSource.length);
}

/** So many of the neighbouring lists as give the wanted average; small hosts have fewer than that. */
function othersPerPage(sections: readonly Section[], shape: WebShape): number {
  const all = sections.reduce((sum, { pages }) => sum + pages, 0);
  const wanted = (shape.listsPerPage - 1 - shape.onFront) * all;
  let low = 0;
  let high = Math.max(...sections.map(({ others }) => others.length));
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const sum = sections.reduce(
      (total, { pages, others }) => total + pages * Math.min(others.length, middle),
      0,
    );
    if (sum < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** A counting sort by source, which keeps the order of birth. */
function bySource(
  { pages, sources }: { readonly pages: readonly number[]; readonly sources: readonly number[] },
  count: number,
): Links {
  const start = new Int32Array(count + 1);
  for (const source of sources) start[source + 1]!++;
  for (let source = 0; source < count; source++) start[source + 1]! += start[source]!;
  const next = start.slice();
  const links = new Int32Array(pages.length);
  for (let i = 0; i < pages.length; i++) links[next[sources[i]!]!++] = pages[i]!;
  return { start, links };
}

const HOUR_SECONDS = 3_600;
const SHORTEST_LIST = 5;
const SHORTEST_TICKER = 3;

/** How many links each source shows. */
export function drawLengths(
  { start, links }: Links,
  {
    hosts,
    births,
    shape,
  }: { readonly hosts: Hosts; readonly births: Births; readonly shape: WebShape },
  draws: Draws,
): Int32Array {
  return hosts.kindOfSource.reduce((lengths, kind, source) => {
    const pages = links.subarray(start[source], start[source + 1]);
    lengths[source] = lengthOf(shape.kinds[kind]!, { pages, births }, draws);
    return lengths;
  }, new Int32Array(hosts.kindOfSource.length));
}

function lengthOf(
  { shows }: HostKind,
  { pages, births }: { readonly pages: Int32Array; readonly births: Births },
  draws: Draws,
): number {
  if (!('staySeconds' in shows)) {
    return Math.max(SHORTEST_LIST, Math.round(draws.logNormal(shows.median, shows.spread)));
  }
  const perHour = new Map<number, number>();
  for (const page of pages) {
    const hour = Math.floor(births.born[page]! / HOUR_SECONDS);
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
  }
  const busiest = Math.max(0, ...perHour.values());
  return Math.max(SHORTEST_TICKER, Math.round((busiest * shows.staySeconds) / HOUR_SECONDS));
}
