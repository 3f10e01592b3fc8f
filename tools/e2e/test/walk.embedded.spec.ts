import { describe, it } from '@jest/globals';
import { runEmbedded } from '../src/running-suite.ts';
import { walkWholeWorld } from './walk-suite.ts';

describe('the walk of a whole world, embedded', () => {
  it('records every page once, balances, is polite, and shows its edges', () =>
    walkWholeWorld(runEmbedded));
});
