import type { Verb } from './verb.ts';
import { audit } from './verbs/audit.ts';
import { budget } from './verbs/budget.ts';
import { crawl } from './verbs/crawl.ts';
import { crawls } from './verbs/crawls.ts';
import { deadLetters } from './verbs/dead-letters.ts';
import { explain } from './verbs/explain.ts';
import { exportVerb } from './verbs/export.ts';
import { fetchOne } from './verbs/fetch.ts';
import { host } from './verbs/host.ts';
import { plan } from './verbs/plan.ts';
import { prepare } from './verbs/prepare.ts';
import { quality } from './verbs/quality.ts';
import { sources } from './verbs/sources.ts';
import { status } from './verbs/status.ts';
import { submit } from './verbs/submit.ts';
import { url } from './verbs/url.ts';
import { visits } from './verbs/visits.ts';
import { watch } from './verbs/watch.ts';

/** All verbs, those of a newcomer first. */
export const VERBS: readonly Verb[] = [
  ...[crawl, submit, url, explain, watch, status],
  ...[crawls, plan, quality, sources, budget],
  ...[fetchOne, host, visits, audit, exportVerb, deadLetters, prepare],
];
