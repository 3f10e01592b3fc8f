import type { Clients } from './clients/open-clients.ts';
import { FrontierAnswers } from './core/frontier-answers.ts';
import { HandingOver } from './core/handing-over.ts';
import { KnownUrls } from './core/known-urls.ts';
import type { Books } from './store/books.ts';

/** URLs answered lately that are remembered, at least; some 10 MB. */
const KNOWN_URLS = 50_000;

/** How links and visits alike ask the frontier, with one memory of what it said. */
export interface Asking {
  readonly handing: HandingOver;
  readonly answers: FrontierAnswers;
}

export function openAsking({ crawls }: Books, { frontier }: Clients): Asking {
  const handing = new HandingOver({ crawls, frontier });
  const known = new KnownUrls(KNOWN_URLS);
  return { handing, answers: new FrontierAnswers({ frontier, handing, known }) };
}
