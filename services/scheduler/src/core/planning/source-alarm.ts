import type { SourceAlarm } from '../plan-desk.ts';

/** With so many links expected, none at all has a chance below one in a thousand (e^-8); less will do where readers say so too. */
const EXPECTED_LINKS = { silent: 8, 'not-found': 3 } as const;
/** Pages of its host that only readers knew, while it gave nothing, after which it is not its silence but our blindness. */
const STRANGERS = 3;
/** A rate that was learned of fewer visits alarms nobody. */
const FEWEST_CRAWLS = 3;

/** An expected arrival that did not come. */
export function alarmOf({
  lambda,
  crawls,
  quiet,
  lastNewMs,
  nowMs,
  strangers,
  before,
}: {
  /** New links a second, as it was before the silence. */
  readonly lambda: number;
  readonly crawls: number;
  /** Visits in a row that brought nothing new. */
  readonly quiet: number;
  readonly lastNewMs: number;
  readonly nowMs: number;
  /** Pages of its host that readers made known since then, and no link did. */
  readonly strangers: number;
  readonly before: SourceAlarm | undefined;
}): SourceAlarm | undefined {
  const expected = (lambda * Math.max(0, nowMs - lastNewMs)) / 1_000;
  if (crawls < FEWEST_CRAWLS || quiet === 0) return undefined;
  const kind = strangers >= STRANGERS ? 'not-found' : 'silent';
  if (expected < EXPECTED_LINKS[kind]) return undefined;
  return { kind, sinceMs: before?.sinceMs ?? nowMs, expected };
}
