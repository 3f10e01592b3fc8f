import type { Lab } from '../lab.ts';
import { readSettings } from './settings.ts';

/** Policies against each other in the demo world, through the real services. */
export const DEMO: Lab = {
  name: 'demo',
  means:
    "share of the visits of the demo world's readers that each policy catches under the same budget, through the real services",
  help: `  --minutes N      how long each mode runs (default: 10)
  --rate N         requests per second of each crawl (default: two thirds of what it takes to fetch everything)
  --revisit N      seconds between two visits of a source: for bfs always, for others at least (default: 120)
  --mode NAME      embedded, cluster or both, one after the other (default: both)
  --policies A,B   at the same time, each in a world of its own (default: mayfly,bfs)
  --seed N         of the worlds (default: 1)`,
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string' },
    revisit: { type: 'string', default: '120' },
    mode: { type: 'string', default: 'both' },
    policies: { type: 'string', default: 'mayfly,bfs' },
    seed: { type: 'string', default: '1' },
  },
  read: (asked) => {
    const settings = readSettings(asked);
    return async (output) => {
      // Loading clients of all services takes a while, and no other lab needs them.
      const { runDemo } = await import('./experiment.ts');
      return runDemo(settings, output);
    };
  },
};
