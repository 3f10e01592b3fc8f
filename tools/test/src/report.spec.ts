import { describe, expect, it } from '@jest/globals';
import { casesPerEngine, closingLine, type JestReport, skippedCases, together } from './report.ts';

const report: JestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 1,
  testResults: [
    file('/r/libs/store/test/a.lmdb.spec.ts', 'passed', 'passed'),
    file('/r/libs/store/test/b.lmdb.spec.ts', 'passed'),
    file('/r/libs/store/test/a.mongodb.spec.ts', 'failed'),
    file('/r/libs/store/test/b.own-mongodb.spec.ts', 'passed'),
    file('/r/libs/url/src/host.spec.ts', 'passed', 'pending'),
    file('/r/services/document-store/test/document-store.embedded.spec.ts', 'passed', 'passed'),
    file('/r/services/document-store/test/document-store.cluster.spec.ts', 'passed', 'failed'),
    file('/r/services/frontier/test/frontier.embedded.spec.ts', 'passed'),
  ],
};

function file(name: string, ...statuses: string[]) {
  return {
    name,
    assertionResults: statuses.map((status) => ({ status, fullName: `a ${status} case` })),
  };
}

describe('casesPerEngine', () => {
  it('adds up the files of one engine under one port, and of one pair under one service', () => {
    expect(casesPerEngine(report)).toEqual([
      '  document-store cluster    1 of 2 cases',
      '  document-store embedded   2 of 2 cases',
      '  frontier embedded         1 of 1 cases',
      '  store on lmdb             3 of 3 cases',
      '  store on mongodb          1 of 2 cases',
    ]);
  });
});

describe('closingLine', () => {
  it('counts a suite that could not load as a failure', () => {
    expect(closingLine(report)).toBe('5 passed, 2 failed, 1 skipped');
  });
});

describe('together', () => {
  it('adds up what ran one after another', () => {
    const other = { ...report, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numTodoTests: 1 };
    const both = together([report, other]);
    expect(closingLine(both)).toBe('10 passed, 2 failed, 3 skipped');
    expect(both.testResults).toHaveLength(2 * report.testResults.length);
  });
});

describe('skippedCases', () => {
  it('names them', () => {
    expect(skippedCases(report)).toEqual(['a pending case']);
  });
});
