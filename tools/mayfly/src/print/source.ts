import {
  AlarmKind,
  PageLife,
  type Source,
  type SourceAlarm,
  SourceKind,
  SourceState,
} from '@mayfly/contracts/scheduler/v1';
import { durationMs, type ProtoDuration } from '@mayfly/grpc';
import { plainSeconds, shownDuration, shownFrom, shownNumber } from './figures.ts';
import { shownWords, table, wordOf } from './words.ts';

/** What is known of the crawl that sources belong to. */
export interface Visiting {
  readonly nowMs: number;
  /** The shortest time between two visits of a source; without one nothing is fetched twice. */
  readonly shortest: ProtoDuration | undefined;
}

/** Sources, one a line. */
export function shownSources(sources: readonly Source[], visiting: Visiting): string {
  const heads = [
    'interval',
    'next visit',
    'last visit',
    'new links',
    'links/h',
    'visits/page',
    'state',
    'kind',
    'source',
  ];
  return table([heads, ...sources.map((source) => sourceRow(source, visiting))]);
}

function sourceRow(source: Source, { nowMs, shortest }: Visiting): string[] {
  const { interval, newLinksPerSecond = 0, profit = 0 } = source.estimate ?? {};
  const alarm = source.alarm === undefined ? '' : `  ! ${alarmWord(source.alarm)}`;
  return [
    ...[intervalWords(interval, shortest), nextWords(source.nextVisitTime, nowMs)],
    ...[shownFrom(source.lastCrawlTime, nowMs), shownNumber(source.newLinks)],
    ...[shownNumber(newLinksPerSecond * 3_600), shownNumber(profit)],
    ...[stateWord(source), wordOf(SourceKind, source.kind, 'SOURCE_KIND_')],
    `${shownWords(source.url)}${alarm}`,
  ];
}

/** A visit whose time has come waits for its host, or for the budget. */
function nextWords(time: Date | undefined, nowMs: number): string {
  return time !== undefined && time.getTime() <= nowMs ? 'due' : shownFrom(time, nowMs);
}

/** What the policy wants, as far as the crawl lets it. */
function intervalWords(
  planned: ProtoDuration | undefined,
  shortest: ProtoDuration | undefined,
): string {
  if (shortest === undefined) return 'once';
  if (planned === undefined) return '-';
  return shownDuration(durationMs(planned) < durationMs(shortest) ? shortest : planned);
}

const stateWord = ({ state }: Source): string => wordOf(SourceState, state, 'SOURCE_STATE_');
const alarmWord = ({ kind }: SourceAlarm): string => wordOf(AlarmKind, kind, 'ALARM_KIND_');

/** Sources with an alarm, a sentence each. */
export function shownAlarms(sources: readonly Source[], nowMs: number): string {
  return sources
    .map(({ url, alarm }) => {
      const { expected = 0, sinceTime } = alarm ?? {};
      const what =
        alarm?.kind === AlarmKind.ALARM_KIND_NOT_FOUND
          ? 'readers open pages of its host that no link led to'
          : `it has fallen silent, ${shownNumber(expected)} new links were expected`;
      return `  ${shownWords(url)}: ${what} (${shownFrom(sinceTime, nowMs)})\n`;
    })
    .join('');
}

/** A source for scripts: enums as words, lengths in seconds. */
export function plainSource(source: Source): object {
  const { kind, pageLife, estimate, alarm, ...rest } = source;
  const { interval, ...figures } = estimate ?? {};
  return {
    ...rest,
    state: stateWord(source),
    kind: wordOf(SourceKind, kind, 'SOURCE_KIND_'),
    pageLife: wordOf(PageLife, pageLife, 'PAGE_LIFE_'),
    estimate: { ...figures, intervalSeconds: plainSeconds(interval) },
    alarm: alarm && { ...alarm, kind: alarmWord(alarm) },
  };
}
