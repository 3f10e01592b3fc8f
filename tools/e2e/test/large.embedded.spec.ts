import { describe, it } from '@jest/globals';
import { runEmbedded } from '../src/running-suite.ts';
import { crawlLargeThings } from './large-suite.ts';

describe('large things, embedded', () => {
  it('are kept whole, followed to the last link, and fit into memory', () =>
    crawlLargeThings(runEmbedded, 1_200));
});
