/** What jest writes with --json, as far as it is used here. */
export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const ENGINE = /libs\/([a-z-]+)\/.*\.(lmdb|mongodb|kafka)\.spec\.ts$/;

/** Passed and all cases of each engine under each port. */
export function casesPerEngine(report: JestReport): string[] {
  const counts = new Map<string, { passed: number; all: number }>();
  for (const { name, assertionResults } of report.testResults) {
    const [, port, engine] = ENGINE.exec(name) ?? [];
    if (port === undefined || engine === undefined) continue;
    const key = `${port} on ${engine}`;
    const count = counts.get(key) ?? { passed: 0, all: 0 };
    count.passed += assertionResults.filter((result) => result.status === 'passed').length;
    count.all += assertionResults.length;
    counts.set(key, count);
  }
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, { passed, all }]) => `  ${key.padEnd(24)}${passed} of ${all} cases`);
}

/** The closing line; a suite that could not even load counts as one failure. */
export function closingLine(report: JestReport): string {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const skipped = report.numPendingTests + report.numTodoTests;
  return `${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`;
}
