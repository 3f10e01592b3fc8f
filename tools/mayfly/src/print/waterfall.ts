import type { AttemptTimes } from '@mayfly/contracts/crawl/v1';
import { durationMs, type ProtoDuration } from '@mayfly/grpc';
import { shownMs } from './words.ts';

/** One step of an attempt on the line of time. */
export interface Step {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The steps of an attempt, one after another; those that never happened are left out. */
export function stepsOf(times: AttemptTimes): Step[] {
  const at = (date: Date | undefined) => date?.getTime();
  const steps: Step[] = [];
  let nowMs = at(times.discoverTime) ?? at(times.scheduleTime) ?? at(times.leaseTime);
  if (nowMs === undefined) return [];
  const until = (name: string, toMs: number | undefined) => {
    if (toMs === undefined || nowMs === undefined) return;
    // Clocks of two machines may differ by a little; no step ends before it began.
    steps.push({ name, fromMs: nowMs, toMs: Math.max(nowMs, toMs) });
    nowMs = Math.max(nowMs, toMs);
  };
  const lasting = (name: string, duration: ProtoDuration | undefined) => {
    if (duration !== undefined && nowMs !== undefined) until(name, nowMs + durationMs(duration));
  };
  until('until scheduled', at(times.scheduleTime));
  until('until due', at(times.dueTime));
  until('waiting for its turn', at(times.leaseTime));
  until('lease to request', at(times.requestTime));
  lasting('dns', times.dns);
  lasting('connect', times.connect);
  lasting('tls', times.tls);
  lasting('first byte', times.firstByte);
  lasting('download', times.download);
  lasting('reading', times.parse);
  until('publishing', at(times.publishTime));
  until('in the stream', at(times.receiveTime));
  until('judging', at(times.judgeTime));
  until('recording', at(times.recordTime));
  return steps;
}

const NAME_WIDTH = 22;
const TIME_WIDTH = 10;

/** The steps as bars under one another, as wide as asked for. */
export function waterfall(times: AttemptTimes, width = 80): string {
  const steps = stepsOf(times);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return '  (no times)';
  const wholeMs = Math.max(1, last.toMs - first.fromMs);
  const room = Math.max(10, width - NAME_WIDTH - TIME_WIDTH - 2);
  const place = (ms: number) => Math.round(((ms - first.fromMs) / wholeMs) * room);
  return steps
    .map(({ name, fromMs, toMs }) => {
      const bar = '█'.repeat(Math.max(1, place(toMs) - place(fromMs)));
      const line = `${' '.repeat(Math.min(place(fromMs), room - 1))}${bar}`.slice(0, room);
      return `${name.padEnd(NAME_WIDTH)}${shownMs(toMs - fromMs).padStart(TIME_WIDTH)}  ${line}`;
    })
    .join('\n');
}
