import { describe, expect, it } from '@jest/globals';
import { suiteOf } from './data-files.ts';
import type { Suite } from './suite.ts';

const suites = ['url', 'url-wpt', 'robots'].map((name): Suite => ({
  name,
  means: '',
  open: () => {
    throw new Error('not opened here');
  },
}));

describe('suiteOf', () => {
  it.each([
    ['url-wpt', 'url-wpt'],
    ['url-wpt-2026', 'url-wpt'],
    ['url-percent', 'url'],
    ['robots-spec', 'robots'],
    ['my-robots', undefined],
  ])('%s belongs to %s', (name, suite) => {
    expect(suiteOf({ path: '', name }, suites)?.name).toBe(suite);
  });
});
