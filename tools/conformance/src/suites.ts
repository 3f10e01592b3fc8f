import type { Suite } from './suite.ts';
import { psl } from './suites/psl.ts';
import { robots } from './suites/robots.ts';
import { urlIdempotence } from './suites/url-idempotence.ts';
import { urlNormalise } from './suites/url-normalise.ts';
import { urlPercent } from './suites/url-percent.ts';
import { urlResolve } from './suites/url-resolve.ts';
import { urlWpt } from './suites/url-wpt.ts';

/** Every suite that there is. A new one is a file in suites/ and a line here. */
export const SUITES: readonly Suite[] = [
  psl,
  robots,
  urlIdempotence,
  urlNormalise,
  urlPercent,
  urlResolve,
  urlWpt,
];
