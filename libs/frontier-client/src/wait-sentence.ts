import { type Wait, WaitKind } from '@mayfly/contracts/frontier/v1';
import { restCause } from './rest-cause.ts';

/** Where a URL waits. */
export interface WaitPlace {
  readonly crawl: string;
  readonly host: string;
  /** A time as the reader is to see it; by default as ISO 8601 has it. */
  readonly shownTime?: (time: Date) => string;
}

/** What some rules mean; the others speak for themselves. */
const RULES: Readonly<Record<string, string>> = {
  scope: 'it is outside of the crawl’s scope',
  deny: 'the crawl leaves such URLs out',
  depth: 'it is too many links away from the first page',
  hops: 'too many redirects led to it',
};

/** What else a sentence needs: how long it lasts, with a word before it, or nothing. */
interface Around extends WaitPlace {
  readonly until: string;
}

/** Kinds that nobody is told of: the client asks elsewhere then. */
type Untold = typeof WaitKind.WAIT_KIND_UNSPECIFIED | typeof WaitKind.WAIT_KIND_NOT_OWNER;
type Told = Exclude<WaitKind, Untold>;

const SENTENCES: Readonly<Record<Told, (wait: Wait, around: Around) => string>> = {
  [WaitKind.WAIT_KIND_UNKNOWN_URL]: (_, { crawl }) =>
    `Crawl ${crawl} does not know it, and would take it: nobody has submitted it, and no page that was read links to it.`,
  [WaitKind.WAIT_KIND_UNKNOWN_CRAWL]: (_, { crawl }) => `The frontier knows no crawl ${crawl}.`,
  [WaitKind.WAIT_KIND_REFUSED]: ({ rule }, { crawl }) =>
    `Crawl ${crawl} refuses it by the rule ${rule}${meaningOf(rule)}.`,
  [WaitKind.WAIT_KIND_PARKED]: () => 'It is parked: it is known, and nobody has scheduled it.',
  [WaitKind.WAIT_KIND_AT_REST]: () =>
    'It is at rest: it was attempted, and no other attempt is scheduled now.',
  [WaitKind.WAIT_KIND_NOT_BEFORE]: (_, { until }) => `Its own time has not come: it waits${until}.`,
  [WaitKind.WAIT_KIND_HOST_RESTS]: ({ restReason }, { host, until }) =>
    `${host} rests${until}: ${restCause(restReason)}.`,
  [WaitKind.WAIT_KIND_HOST_BLOCKED]: ({ rule }, { host, until }) =>
    `${host} is blocked${until === '' ? ' for good' : until}${because(rule)}.`,
  [WaitKind.WAIT_KIND_HOST_BUSY]: ({ whose }, { host }) =>
    `${host} has as many requests under way as it may${heldBy(whose)}.`,
  [WaitKind.WAIT_KIND_ROBOTS]: (_, { host }) =>
    `The rules of robots.txt of ${host} are not known yet, or are too old: it is asked for first.`,
  [WaitKind.WAIT_KIND_BEHIND]: (wait, { host, crawl }) =>
    `${aheadOf(wait)} of ${host} in crawl ${crawl} first.`,
  [WaitKind.WAIT_KIND_BUDGET]: ({ whose }, { crawl, until }) =>
    `The budget of requests per second of ${owner(whose, crawl)} is used up${until}.`,
  [WaitKind.WAIT_KIND_PAGE_LIMIT]: (_, { crawl }) => `The page limit of crawl ${crawl} is met.`,
  [WaitKind.WAIT_KIND_PAUSED]: (_, { crawl }) => `Crawl ${crawl} is paused.`,
  [WaitKind.WAIT_KIND_SERVER_BUSY]: ({ whose }, { host, until }) =>
    `${host} shares the server ${whose} with other hosts, which has as much to do as it may${until}.`,
};

/** One thing that a URL waits for, as a sentence. */
export function waitSentence(wait: Wait, place: WaitPlace): string {
  const { kind, untilTime } = wait;
  const { shownTime = (time: Date) => time.toISOString() } = place;
  const until = untilTime === undefined ? '' : ` until ${shownTime(untilTime)}`;
  // A newer frontier may know of more.
  const known = SENTENCES as Readonly<Record<number, (typeof SENTENCES)[Told] | undefined>>;
  const sentence = known[kind]?.(wait, { ...place, until });
  return sentence ?? `It waits for something that nobody here knows (${kind})${until}.`;
}

const meaningOf = (rule: string): string => {
  const trap = /^trap-(.+)$/.exec(rule)?.[1];
  const meaning = trap === undefined ? RULES[rule] : 'it looks like one of endlessly many';
  return meaning === undefined ? '' : `: ${meaning}`;
};

/** What others wrote may hold what would move the cursor of a terminal: every control character is shown as a space. */
const because = (reason: string): string =>
  reason === '' ? '' : `: ${reason.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}`;

const heldBy = (fetcher: string): string => (fetcher === '' ? '' : `; ${fetcher} makes one`);

function aheadOf({ ahead, aheadIsLeast }: Wait): string {
  if (aheadIsLeast) return `More than ${ahead.toLocaleString('en')} other URLs go`;
  return ahead === 1 ? '1 other URL goes' : `${ahead.toLocaleString('en')} other URLs go`;
}

function owner(whose: string, crawl: string): string {
  if (whose === 'all') return 'all crawls together';
  if (whose.startsWith('all ')) return `site ${whose.slice(4)} in all crawls together`;
  return whose === crawl ? `crawl ${crawl}` : `site ${whose} in crawl ${crawl}`;
}
