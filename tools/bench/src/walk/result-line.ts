/** What a contender says about its own walk, in its last words. */
export interface Result {
  /** Pages whose body it has read. */
  readonly pages: number;
  readonly errors: number;
}

const MARK = 'RESULT ';

/** Finds the result in what a contender printed; undefined where there is none, or none that can be read. */
export function readResult(output: string): Result | undefined {
  const line = output.split('\n').findLast((each) => each.startsWith(MARK));
  if (line === undefined) return undefined;
  try {
    const { pages, errors } = JSON.parse(line.slice(MARK.length)) as Record<string, unknown>;
    return isCount(pages) && isCount(errors) ? { pages, errors } : undefined;
  } catch {
    return undefined;
  }
}

/** The same where it also measured itself. */
export function readCpuResult(output: string): (Result & { cpuSeconds: number }) | undefined {
  const result = readResult(output);
  const [, seconds] = /"cpuSeconds":([\d.]+)/.exec(output) ?? [];
  return result === undefined || seconds === undefined
    ? undefined
    : { ...result, cpuSeconds: Number(seconds) };
}

/** The line that `readResult` finds. */
export function resultLine(result: Result & Readonly<Record<string, unknown>>): string {
  return `${MARK}${JSON.stringify(result)}\n`;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
