import { drawBirths } from './births.ts';
import { Draws } from './draws.ts';
import { drawHosts } from './hosts.ts';
import { drawInterest, type Interest } from './interest.ts';
import { drawLengths, drawLinks } from './links.ts';
import { PAPER_WEB, WEEK_SECONDS, type WebShape } from './web-shape.ts';
import type { Web } from './web.ts';

/** Each step has random numbers of its own. */
const PURPOSE = { hosts: 1, births: 2, links: 3, lengths: 4, interest: 5 } as const;

/** Draws a web; the same seed and shape give the same one. */
export function makeWeb(seed: number, shape: WebShape = PAPER_WEB): Web {
  const draws = (purpose: keyof typeof PURPOSE) => new Draws(seed, PURPOSE[purpose]);
  const hosts = drawHosts(shape, draws('hosts'));
  const { sections } = hosts;
  const births = drawBirths(sections, shape, draws('births'));
  const links = drawLinks(hosts, { births, shape }, draws('links'));
  const interest = drawInterest({ sections, births }, shape, draws('interest'));
  const sectionOf = (page: number) => sections[births.section[page]!]!;
  return {
    seconds: shape.weeks * WEEK_SECONDS,
    hosts: shape.hosts,
    sources: {
      count: hosts.hostOfSource.length,
      host: hosts.hostOfSource,
      shows: drawLengths(links, { hosts, births, shape }, draws('lengths')),
      ...links,
    },
    pages: {
      count: births.born.length,
      host: Int32Array.from(births.born, (_, page) => sectionOf(page).host),
      born: births.born,
      kind: Uint8Array.from(births.born, (_, page) => sectionOf(page).kind),
      ...interest,
    },
    log: inOrderOfTime(interest),
  };
}

function inOrderOfTime({ start, clicks }: Interest): Web['log'] {
  const pageOf = new Int32Array(clicks.length);
  for (let page = 0; page + 1 < start.length; page++) {
    pageOf.fill(page, start[page], start[page + 1]);
  }
  const order = Uint32Array.from(clicks.keys()).sort((a, b) => clicks[a]! - clicks[b]!);
  return {
    page: Int32Array.from(order, (index) => pageOf[index]!),
    at: Float64Array.from(order, (index) => clicks[index]!),
  };
}
