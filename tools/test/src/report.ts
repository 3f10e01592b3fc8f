/** What jest writes with --json, as far as it is used here. */
export interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** One report of runs that came one after another. */
export function together(reports: readonly JestReport[]): JestReport {
  const sum = (count: (report: JestReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    numPassedTests: sum((report) => report.numPassedTests),
    numFailedTests: sum((report) => report.numFailedTests),
    numPendingTests: sum((report) => report.numPendingTests),
    numTodoTests: sum((report) => report.numTodoTests),
    numRuntimeErrorTestSuites: sum((report) => report.numRuntimeErrorTestSuites),
    testResults: reports.flatMap((report) => report.testResults),
  };
}

const PORT = /libs\/([a-z-]+)\/.*\.(?:own-)?(lmdb|mongodb|kafka)\.spec\.ts$/;
const SERVICE = /services\/([a-z-]+)\/test\/.*\.(embedded|cluster)\.spec\.ts$/;

/** `store on lmdb` for a port on an engine, `frontier embedded` for a service on a pair of engines. */
function engineOf(spec: string): string | undefined {
  const [, service, pair] = SERVICE.exec(spec) ?? [];
  if (service !== undefined) return `${service} ${pair}`;
  const [, port, engine] = PORT.exec(spec) ?? [];
  return port === undefined ? undefined : `${port} on ${engine}`;
}

/** Passed and all cases of each engine under each port, and of each pair of engines under each service. */
export function casesPerEngine(report: JestReport): string[] {
  const counts = new Map<string, { passed: number; all: number }>();
  for (const { name, assertionResults } of report.testResults) {
    const key = engineOf(name);
    if (key === undefined) continue;
    const count = counts.get(key) ?? { passed: 0, all: 0 };
    count.passed += assertionResults.filter((result) => result.status === 'passed').length;
    count.all += assertionResults.length;
    counts.set(key, count);
  }
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, { passed, all }]) => `  ${key.padEnd(26)}${passed} of ${all} cases`);
}

/** Cases that a spec itself left out, because this machine lacks something; in their name they say what. */
export function skippedCases(report: JestReport): string[] {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending' || status === 'todo')
    .map(({ fullName }) => fullName);
}

/** The closing line; a suite that could not even load counts as one failure. */
export function closingLine(report: JestReport): string {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const skipped = report.numPendingTests + report.numTodoTests;
  return `${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`;
}
