import { DEMO } from './demo/demo-lab.ts';
import { ECHO } from './echo/echo-lab.ts';
import { FRONTPAGES } from './frontpages/frontpages.ts';
import type { Lab } from './lab.ts';
import { REFRESH } from './refresh/refresh-lab.ts';
import { SOURCES } from './sources/sources-lab.ts';
import { POLICY } from './stdio/policy-lab.ts';

/** All labs, in the order of the help. */
export const LABS: readonly Lab[] = [ECHO, POLICY, FRONTPAGES, REFRESH, SOURCES, DEMO];
