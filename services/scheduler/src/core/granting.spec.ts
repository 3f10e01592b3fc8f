import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { refusedEvent } from './attempt-end.ts';
import { byHandCrawl } from './crawl.ts';
import { Granting } from './granting.ts';
import type { HandingOver } from './handing-over.ts';
import type { Frontier, Submission, WishBook } from './ports.ts';
import type { Wish } from './wish.ts';

const URL = 'https://a.test/' as Url;
const wish = (more: Partial<Wish> = {}): Wish => ({
  ...{ url: URL, seed: false, submittedMs: 100, state: 'pending', ...more },
});

/** A document is there already; what happens is noted in order. */
function granting(pending: readonly Wish[]) {
  const noted: string[] = [];
  const parts = {
    wishes: {
      pending: async () => [...pending],
      end: async (_: string, ends: readonly { readonly next: Wish | undefined }[]) => {
        if (ends.length > 0) noted.push(`written ${ends.map(({ next }) => next?.rule).join()}`);
        return [];
      },
    } as Partial<WishBook> as WishBook,
    frontier: {
      submit: async (some: readonly Submission[]) =>
        some.map(() => ({ answer: 'known' as const, rule: '' })),
      find: async () => [
        { state: 'at-rest', lastAttempt: 1, broughtDocument: true, settledMs: 50 } as const,
      ],
      schedule: async () => ({ answers: [], rests: [] }),
    } as Partial<Frontier> as Frontier,
    documents: async () => [
      { kept: { seenMs: 50, lastAttempt: 1 }, event: refusedEvent(URL, 'a document') },
    ],
    handing: {} as HandingOver,
    tell: (_: string, event: { readonly rule: string }) => noted.push(`told ${event.rule}`),
  };
  return { noted, granting: new Granting(parts) };
}

describe('Granting', () => {
  it('tells what there is only when the wish is gone, so that nobody who watches is passed over', async () => {
    const { noted, granting: granter } = granting([wish()]);
    await granter.grant(byHandCrawl);
    expect(noted).toEqual(['written ', 'told a document']);
  });
});
