import {
  AlarmKind,
  PageLife,
  type Source,
  type SourceAlarm,
  SourceKind,
  SourceState,
} from '@mayfly/contracts/scheduler/v1';
import { plainSeconds, shownDuration, shownFrom, shownNumber } from './figures.ts';
import { shownWords, table, wordOf } from './words.ts';

/** Sources, one a line. */
export function shownSources(sources: readonly Source[], nowMs: number): string {
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
  return table([heads, ...sources.map((source) => sourceRow(source, nowMs))]);
}

function sourceRow(source: Source, nowMs: number): string[] {
  const { interval, newLinksPerSecond = 0, profit = 0 } = source.estimate ?? {};
  const alarm = source.alarm === undefined ? '' : `  ! ${alarmWord(source.alarm)}`;
  return [
    ...[shownDuration(interval), shownFrom(source.nextVisitTime, nowMs)],
    ...[shownFrom(source.lastCrawlTime, nowMs), shownNumber(source.newLinks)],
    ...[shownNumber(newLinksPerSecond * 3_600), shownNumber(profit)],
    ...[stateWord(source), wordOf(SourceKind, source.kind, 'SOURCE_KIND_')],
    `${shownWords(source.url)}${alarm}`,
  ];
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
