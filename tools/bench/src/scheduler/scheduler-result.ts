/** What one run of the scheduler's policy measured. */
export interface SchedulerResult {
  readonly planSeconds: readonly number[];
  readonly bytesPerSource: number;
  readonly decisionUs: number;
}

const MARK = 'scheduler: ';

export function schedulerLine(result: SchedulerResult): string {
  return `${MARK}${JSON.stringify(result)}\n`;
}

/** The result among whatever else was written; undefined where there is none. */
export function readSchedulerResult(stdout: string): SchedulerResult | undefined {
  const line = stdout.split('\n').find((each) => each.startsWith(MARK));
  return line === undefined ? undefined : (JSON.parse(line.slice(MARK.length)) as SchedulerResult);
}
