import type { Behaviour } from './behaviour.ts';
import { BODIES } from './bodies.ts';
import { DOCUMENTS } from './documents.ts';
import { FRAMING } from './framing.ts';
import { HEADS } from './heads.ts';
import { REDIRECTS } from './redirects.ts';

export { type Answer, type Behaviour, type ExpectedOutcome, LIMITS } from './behaviour.ts';
export { type BadWeb, openBadWeb } from './bad-web.ts';

/** Everything that this web can do to a crawler. */
export const BEHAVIOURS: readonly Behaviour[] = [
  ...HEADS,
  ...FRAMING,
  ...BODIES,
  ...DOCUMENTS,
  ...REDIRECTS,
];
