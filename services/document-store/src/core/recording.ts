import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import {
  type AttemptEnd,
  type AttemptRecord,
  type Content,
  type FetchedDocument,
  isSameOrigin,
  type RecordKind,
  type VersionRecord,
} from './attempt-end.ts';
import type { Decision } from './decide-version.ts';
import { type Counted, countInto } from './ledger.ts';
import { type Known, type Plan, planBatch, urlName } from './plan-batch.ts';
import type { Bodies, DocumentChange, Documents, Judge, Ledger } from './ports.ts';

/** What recording stands on. */
export interface RecordingPorts {
  readonly documents: Documents;
  readonly bodies: Bodies;
  readonly ledger: Ledger;
  readonly judge: Judge;
  readonly clock: Clock;
}

/** An attempt with what became of it, now or the first time it came. */
export interface Recorded {
  readonly record: AttemptRecord;
  readonly isRepeat: boolean;
}

/** Two handlers meet on a URL when one of them has a retried message; more than a few times in a row they do not. */
const MAX_TRIES = 5;

/**
 * Records the ends of attempts: first the bytes, then what rests on them (one write a URL), then the counts. Each step
 * can be done again after a crash: bytes are named by their content, an attempt is recorded once, and a count belongs to
 * the origin that the attempt was recorded with.
 */
export class Recording {
  readonly #ports: RecordingPorts;

  constructor(ports: RecordingPorts) {
    this.#ports = ports;
  }

  /** One answer an end, in their order. */
  async record(ends: readonly AttemptEnd[]): Promise<readonly Recorded[]> {
    const recorded = await this.#insist(() => this.#recordOnce(ends));
    const counted = ends.flatMap((end, at) => countedOf(end, recorded[at]!));
    await this.#insist(() => this.#count(counted));
    return recorded;
  }

  async #insist<T>(once: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const answer = await once();
      if (answer !== undefined) return answer;
    }
    throw new CrawlError('STORE_AWAY', 'rows were changed by somebody else again and again');
  }

  async #recordOnce(ends: readonly AttemptEnd[]): Promise<readonly Recorded[] | undefined> {
    const { documents, bodies, clock } = this.#ports;
    const known = await documents.known(ends);
    const { plans, states } = planBatch(ends, known);
    const fresh = ends.filter((_, at) => isNewContent(plans[at]!));
    const [twins] = await Promise.all([
      this.#twinsOf(fresh),
      bodies.keep(fresh.flatMap(contentsOf)),
    ]);
    const recordMs = clock.nowMs();
    const recorded: Recorded[] = [];
    for (const [at, plan] of plans.entries()) {
      recorded.push(recordedOf({ end: ends[at]!, plan, twins, recordMs, before: recorded }));
    }
    const changes = changesOf({ ends, plans, recorded, known, states });
    if (changes.length > 0 && !(await documents.write(changes))) return undefined;
    return recorded;
  }

  async #twinsOf(fresh: readonly AttemptEnd[]): Promise<Twins> {
    const { judge, clock } = this.#ports;
    const asked = fresh.map(({ url, attempt, brought }) => {
      const { sha256 } = (brought as FetchedDocument).body;
      return { url, attempt, sha256 };
    });
    // Asked about nothing too: whoever needs no verdict waits with those that do.
    const verdicts = await judge(asked);
    return { of: new Map(fresh.map((end, at) => [end, verdicts[at]])), judgeMs: clock.nowMs() };
  }

  async #count(counted: readonly Counted[]): Promise<true | undefined> {
    const { ledger } = this.#ports;
    if (counted.length === 0) return true;
    const hosts = [...new Set(counted.map(({ host }) => host as AttemptEnd['host']))];
    const buckets = await ledger.read(hosts);
    const changed = buckets.flatMap((bucket) => {
      const own = counted.filter(({ host }) => bucket.hosts.has(host));
      return countInto(bucket, own) ?? [];
    });
    return changed.length === 0 || (await ledger.write(changed)) ? true : undefined;
  }
}

interface Twins {
  readonly of: ReadonlyMap<AttemptEnd, string | undefined>;
  readonly judgeMs: number | undefined;
}

/** A second message of an attempt is no second attempt: only the one whose origin is recorded counts. */
function countedOf({ host, origin }: AttemptEnd, { record }: Recorded): readonly Counted[] {
  return isSameOrigin(origin, record.origin) ? [{ host, origin, record: record.record }] : [];
}

function recordedOf({
  end,
  plan,
  twins,
  recordMs,
  before,
}: {
  readonly end: AttemptEnd;
  readonly plan: Plan;
  readonly twins: Twins;
  readonly recordMs: number;
  readonly before: readonly Recorded[];
}): Recorded {
  if (plan.kind === 'repeat') return { record: plan.record, isRepeat: true };
  if (plan.kind === 'repeat-in-batch') return { ...before[plan.of]!, isRepeat: true };
  const duplicateOf = twins.of.get(end);
  const { attempt, crawl, outcome, status, redirectUrl, detail, times, origin, receiveMs } = end;
  const record: AttemptRecord = {
    ...{ attempt, crawl, outcome, status, redirectUrl, detail, times, origin, receiveMs },
    record: recordKindOf(plan.decision, duplicateOf),
    version: plan.version,
    duplicateOf,
    judgeMs: twins.of.has(end) ? twins.judgeMs : undefined,
    recordMs,
  };
  return { record, isRepeat: false };
}

function recordKindOf(decision: Decision, duplicateOf: string | undefined): RecordKind {
  if (decision !== 'new-content') return decision;
  return duplicateOf === undefined ? 'new-version' : 'duplicate';
}

/** The fresh messages of a batch, gathered by URL. */
function changesOf({
  ends,
  plans,
  recorded,
  known,
  states,
}: {
  readonly ends: readonly AttemptEnd[];
  readonly plans: readonly Plan[];
  readonly recorded: readonly Recorded[];
  readonly known: Known;
  readonly states: Known['states'];
}): readonly DocumentChange[] {
  const byUrl = new Map<string, number[]>();
  plans.forEach(({ kind }, at) => {
    if (kind !== 'fresh') return;
    const name = urlName(ends[at]!);
    const places = byUrl.get(name);
    if (places === undefined) byUrl.set(name, [at]);
    else places.push(at);
  });
  return [...byUrl].map(([name, places]) => {
    const { id, url, host } = ends[places[0]!]!;
    return {
      ...{ id, url, host },
      before: known.states.get(name),
      after: states.get(name)!,
      attempts: places.map((at) => recorded[at]!.record),
      versions: places.flatMap((at) => versionOf(ends[at]!, recorded[at]!.record)),
    };
  });
}

function versionOf(end: AttemptEnd, record: AttemptRecord): readonly VersionRecord[] {
  const { version, duplicateOf } = record;
  if (version === undefined) return [];
  const { attempt, fetchMs } = end;
  const document = end.brought as FetchedDocument;
  const { body, text, links, kind, mediaType, title, status, headers, truncated, facts } = document;
  return [
    {
      ...{ number: version, attempt, fetchMs, duplicateOf },
      ...{ kind, mediaType, title, status, headers, truncated, facts },
      sha256: body.sha256,
      bodyBytes: body.size,
      textSha256: text?.sha256,
      linksSha256: links?.sha256,
    },
  ];
}

function isNewContent(plan: Plan): boolean {
  return plan.kind === 'fresh' && plan.decision === 'new-content';
}

function contentsOf({ brought }: AttemptEnd): readonly Content[] {
  const { body, text, links } = brought as FetchedDocument;
  return [body, text, links].filter((content) => content !== undefined);
}
