import type { HostKey, Url } from '@mayfly/url';
import type { SourceKind } from './plan-desk.ts';

/** An announcement of an attempt of a crawl, as far as the scheduler acts on it. */
export interface Announced {
  readonly crawl: string;
  readonly url: Url;
  readonly host: HostKey;
  readonly attempt: number;
  readonly depth: number;
  readonly hops: number;
  readonly seed: boolean;
  readonly part: number;
  readonly parts: number;
  /** A robots.txt: it names sitemaps, and is otherwise no business of a crawl. */
  readonly isRobots: boolean;
  /** Whether the attempt ended with a document. */
  readonly isPage: boolean;
  /** Of a seed, feed or sitemap, which is itself worth another visit. */
  readonly sourceKind: SourceKind | undefined;
  /** The document is new, or not what it was. */
  readonly isNewVersion: boolean;
  readonly isUnchanged: boolean;
  /** When the page says that it was published; undefined where it does not, or names only the day. */
  readonly publishedMs: number | undefined;
  readonly endedMs: number;
  readonly redirectUrl: Url | undefined;
  /** Links that the document lets us follow. */
  readonly links: readonly FoundLink[];
  readonly place: Place;
}

/** A link, with the date that a feed or a sitemap gives its page. */
export interface FoundLink {
  readonly url: Url;
  /** When it was published, or last changed where only that is said; undefined where nothing is. */
  readonly datedMs: number | undefined;
  /** It is no part of what the document lists: a sitemap, which robots.txt names and which stands there for good. */
  readonly isBeside?: boolean | undefined;
}

/** Where the fetch message stands of which an announcement tells; repeats stand at the same place. */
export interface Place {
  readonly name: string;
  readonly position: number;
  /** Through a retry stream: order says nothing then, only the name does. */
  readonly outOfOrder: boolean;
}

/** A slice of one announcement that is written in one go. */
export interface Step {
  readonly announced: Announced;
  readonly index: number;
  readonly links: readonly FoundLink[];
}

/** Links that one write takes, candidates and all. */
export const STEP_LINKS = 4_000;

/** Cuts an announcement, always at the same places, so that a repeat finds the steps that were taken. */
export function stepsOf(announced: Announced): Step[] {
  const { links } = announced;
  return Array.from({ length: stepCount(announced) }, (_, index) => ({
    announced,
    index,
    links: links.slice(index * STEP_LINKS, (index + 1) * STEP_LINKS),
  }));
}

export function stepCount({ links }: Announced): number {
  return Math.max(1, Math.ceil(links.length / STEP_LINKS));
}

/** Groups steps so that one group has no more links than one write takes. */
export function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  let room = 0;
  for (const step of steps) {
    const size = step.links.length + 1;
    if (groups.length === 0 || size > room) {
      groups.push([]);
      room = STEP_LINKS + 1;
    }
    groups.at(-1)!.push(step);
    room -= size;
  }
  return groups;
}

/** Attempt ends are told once: by the first step of the first part. */
export function isFirst({ announced, index }: Step): boolean {
  return announced.part === 0 && index === 0;
}
