import { describe, it } from '@jest/globals';
import { runCluster } from '../src/running-suite.ts';
import { crawlLargeThings } from './large-suite.ts';
import { testCluster } from './test-cluster.ts';

describe('large things, on MongoDB and Kafka', () => {
  it('are kept whole, followed to the last link, and fit into memory', async () => {
    await using place = await testCluster();
    await crawlLargeThings((env) => runCluster({ ...place.engines, env }), 700);
  });
});
