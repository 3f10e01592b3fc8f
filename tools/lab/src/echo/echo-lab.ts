import { UsageError } from '@mayfly/command-line';
import type { Asked, Lab, Output } from '../lab.ts';
import { experiment } from './experiment.ts';
import { readSettings } from './settings.ts';

/** The experiment of the paper on ephemeral content, with our policies on a generated web. */
export const ECHO: Lab = {
  name: 'echo',
  means: 'profit of each policy on a generated web, beside the table of the ECHO paper',
  help: `  --rate N,…       requests per second (default: 0.05,0.1,0.2)
  --seeds N        webs, numbered from 1 (default: 4)
  --policy NAME,…  default: all
  --feedback KIND  all: every visit is seen; crawled: only those to pages crawled before (default: all)
  --log-period T,… how often visits are told, such as 3600, 12h or 1w (default: 1h; alone: 1h,12h,24h,1w)
  --history N,…    crawls of a source that its rate is counted over (default: 7; alone: 3,5,7,10)
  --small          on webs of a thirtieth of the size, to try things out
  --svg DIR        writes Figures 7, 8 and 9 there`,
  options: {
    rate: { type: 'string', default: '0.05,0.1,0.2' },
    seeds: { type: 'string', default: '4' },
    policy: { type: 'string' },
    feedback: { type: 'string', default: 'all' },
    'log-period': { type: 'string', default: '1h' },
    history: { type: 'string', default: '7' },
    small: { type: 'boolean', default: false },
    svg: { type: 'string' },
  },
  alone: { 'log-period': '1h,12h,24h,1w', history: '3,5,7,10' },
  read,
};

function read({ values, names }: Asked): (output: Output) => Promise<number> {
  if (names.length > 0) throw new UsageError(`echo takes no name; ${names.join(' ')} is one`);
  const settings = readSettings(values);
  return (output) => experiment(settings, output);
}
