import { isRobotAgent, readerOf, type ReaderPace, type Salt } from '@mayfly/readers';
import { type HostKey, hostOf, normaliseUrl, type Url } from '@mayfly/url';
import { dayOf, type GivenVisit, type HostVisits, type Visit, type VisitRefusal } from './visit.ts';
import type { PublishVisits, SaltBook } from './visit-ports.ts';

interface Parts {
  readonly salts: SaltBook;
  readonly publish: PublishVisits;
  readonly pace: ReaderPace;
  readonly maxAgeMs: number;
  readonly nowMs: () => number;
}

/** What became of visits. */
export interface VisitTally {
  readonly taken: number;
  readonly refused: ReadonlyMap<VisitRefusal, number>;
}

interface Judged {
  readonly given: GivenVisit;
  readonly url: Url;
}

const LONGEST_KEY = 1_000;
const LONGEST_AGENT = 2_000;
/** Clocks of readers go wrong by so much. */
const AHEAD_MS = 5 * 60_000;
/** What one message holds, safely below the largest. */
const MOST_VISITS = 500;
const MOST_CHARACTERS = 300_000;

/** The visits' door: leaves out what is wrong or no person's, makes readers nobody, and publishes the rest. */
export class TakingVisits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async take(batch: readonly GivenVisit[]): Promise<VisitTally> {
    const refused = new Map<VisitRefusal, number>();
    const refuse = (why: VisitRefusal) => void refused.set(why, (refused.get(why) ?? 0) + 1);
    const nowMs = this.#parts.nowMs();
    const fine = batch.flatMap((given): Judged[] => {
      const judged = this.#judge(given, nowMs);
      if (typeof judged !== 'string') return [judged];
      refuse(judged);
      return [];
    });
    const salts = await this.#saltsOf(fine);
    const visits: Visit[] = [];
    const nameless = new Map<string, number>();
    for (const { given, url } of fine) {
      const { atMs, kind, readerKey } = given;
      const referrer = referrerOf(given);
      const key = readerKey === '' ? namelessKey({ given, url }, nameless) : `key ${readerKey}`;
      const reader = readerOf(salts.get(dayOf(atMs))!, key);
      // Many pages are shown at once: only what is opened says how fast somebody reads.
      const isOpened = kind !== 'shown' && readerKey !== '';
      if (isOpened && this.#parts.pace.isTooFast(reader, atMs)) refuse('too-many');
      else visits.push({ url, referrer, atMs, kind, reader });
    }
    if (visits.length > 0) await this.#parts.publish(byHost(visits));
    return { taken: visits.length, refused };
  }

  #judge(given: GivenVisit, nowMs: number): Judged | VisitRefusal {
    const { atMs, readerKey, userAgent } = given;
    if (Number.isNaN(atMs)) return 'bad-time';
    if (atMs < nowMs - this.#parts.maxAgeMs) return 'too-old';
    if (atMs > nowMs + AHEAD_MS) return 'in-future';
    if (readerKey.length > LONGEST_KEY || userAgent.length > LONGEST_AGENT) return 'bad-reader';
    if (isRobotAgent(userAgent)) return 'robot';
    const normalised = normaliseUrl(given.url);
    return normalised.ok ? { given, url: normalised.url } : 'bad-url';
  }

  async #saltsOf(fine: readonly Judged[]): Promise<ReadonlyMap<number, Salt>> {
    const days = [...new Set(fine.map(({ given }) => dayOf(given.atMs)))];
    const salts = await Promise.all(days.map((day) => this.#parts.salts.saltOf(day)));
    return new Map(days.map((day, at) => [day, salts[at]!]));
  }
}

function referrerOf({ referrer }: GivenVisit): Url | undefined {
  if (referrer === '') return undefined;
  const normalised = normaliseUrl(referrer);
  return normalised.ok ? normalised.url : undefined;
}

/** Somebody else each time, but the same when the same batch is reported again: equal visits of a batch are numbered. */
function namelessKey({ given, url }: Judged, seen: Map<string, number>): string {
  const { atMs, kind, referrer } = given;
  const visit = `visit ${atMs} ${kind} ${url} ${referrer}`;
  const number = seen.get(visit) ?? 0;
  seen.set(visit, number + 1);
  return `${visit} ${number}`;
}

function byHost(visits: readonly Visit[]): HostVisits[] {
  const hosts = Map.groupBy(visits, ({ url }): HostKey => hostOf(url));
  return [...hosts].flatMap(([host, own]) => pieces(own).map((some) => ({ host, visits: some })));
}

function pieces(visits: readonly Visit[]): Visit[][] {
  const cut: Visit[][] = [];
  let characters = Infinity;
  for (const visit of visits) {
    const size = visit.url.length + (visit.referrer?.length ?? 0);
    if (characters + size > MOST_CHARACTERS || cut.at(-1)!.length >= MOST_VISITS) {
      cut.push([]);
      characters = 0;
    }
    cut.at(-1)!.push(visit);
    characters += size;
  }
  return cut;
}
