import { describe, it } from '@jest/globals';
import { runCluster } from '../src/running-suite.ts';
import { testCluster } from './test-cluster.ts';
import { walkWholeWorld } from './walk-suite.ts';

describe('the walk of a whole world, on MongoDB and Kafka', () => {
  it('records every page once, balances, is polite, and shows its edges', async () => {
    await using place = await testCluster();
    await walkWholeWorld((env) => runCluster({ ...place.engines, env }));
  });
});
