import type { Url } from '@mayfly/url';
import { refusedEvent, type UrlEvent } from './attempt-end.ts';
import type { Crawl } from './crawl.ts';
import type { HandingOver } from './handing-over.ts';
import type { Documents, Frontier, KeptDocument, WishBook, WishEnd } from './ports.ts';
import { type Decision, decideWish, type Known, type Wish } from './wish.ts';
import { wishPriority } from './wish-priority.ts';

interface Parts {
  readonly wishes: WishBook;
  readonly frontier: Frontier;
  readonly documents: Documents;
  readonly handing: HandingOver;
  readonly tell: (crawl: string, event: UrlEvent) => void;
}

const MOST_WISHES = 1_000;

/** A first fetch that the frontier was asked for by the submission itself. */
const FIRST: Decision = { kind: 'await', afterAttempt: undefined };

/** Hands wishes to the frontier and sees that each is fetched, or answered with what is there. */
export class Granting {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether there may be more. A wish that could not be granted yet stays as it is. */
  async grant(crawl: Crawl): Promise<boolean> {
    const wishes = await this.#parts.wishes.pending(crawl.name, MOST_WISHES);
    if (wishes.length === 0) return false;
    const answers = await this.#submit(crawl, wishes);
    const refused = new Map<Wish, string>();
    const first: Wish[] = [];
    const known: Wish[] = [];
    wishes.forEach((wish, at) => {
      const { answer, rule } = answers[at]!;
      if (answer === 'refused') refused.set(wish, rule);
      else if (answer === 'new' && wish.seed && wish.heardAttempt === undefined) first.push(wish);
      else if (answer !== 'crawl-unknown') known.push(wish);
    });
    const granted = await this.#grantKnown(crawl.name, known);
    const ends = [
      ...[...refused].map(([wish, rule]) => ({ wish, next: refusal(wish, rule) })),
      ...first.map((wish) => ({ wish, next: opened(wish, FIRST) })),
      ...granted.ends,
    ];
    await this.#tellKept(crawl.name, await this.#parts.wishes.end(crawl.name, ends));
    // Only now: who begins to watch before the wish is gone relies on being told, and who comes later asks.
    for (const event of granted.events) this.#parts.tell(crawl.name, event);
    for (const [{ url }, rule] of refused) this.#parts.tell(crawl.name, refusedEvent(url, rule));
    if (answers.some(({ answer }) => answer === 'crawl-unknown')) {
      await this.#parts.handing.handOverAgain(crawl.name);
      return false;
    }
    return wishes.length === MOST_WISHES && ends.length > 0;
  }

  /** Who began to watch after the attempt was heard of is told of what there is. */
  async #tellKept(crawl: string, urls: readonly Url[]): Promise<void> {
    if (urls.length === 0) return;
    for (const { event } of await this.#parts.documents(urls)) {
      if (event !== undefined) this.#parts.tell(crawl, event);
    }
  }

  /** Seeds wait at once; of others it is decided first whether there is a document that will do. */
  #submit(crawl: Crawl, wishes: readonly Wish[]) {
    return this.#parts.frontier.submit(
      wishes.map((wish) => ({
        ...{ crawl: crawl.name, url: wish.url, seed: wish.seed },
        ...{ depth: 0, hops: 0, minRevision: 0 },
        ...(wish.seed ? { priority: wishPriority(wish) } : {}),
      })),
    );
  }

  /** How they end, and what is to be told of those that are answered. */
  async #grantKnown(
    crawl: string,
    wishes: readonly Wish[],
  ): Promise<{ readonly ends: readonly WishEnd[]; readonly events: readonly UrlEvent[] }> {
    if (wishes.length === 0) return { ends: [], events: [] };
    const urls = wishes.map(({ url }) => url);
    const [known, kept] = await Promise.all([
      this.#parts.frontier.find(crawl, urls),
      this.#parts.documents(urls),
    ]);
    const decisions = wishes.map((wish, at) => decide(wish, known[at], kept[at]));
    const ordered = await this.#order(crawl, wishes, decisions);
    const events: UrlEvent[] = [];
    const ends = wishes.flatMap((wish, at): WishEnd[] => {
      const decision = decisions[at];
      if (decision === undefined || ordered.get(wish.url) === false) return [];
      if (decision.kind !== 'answered') return [{ wish, next: opened(wish, decision) }];
      const event = kept[at]?.event;
      if (event !== undefined) events.push(event);
      return [{ wish, next: undefined }];
    });
    return { ends, events };
  }

  /** Says of each URL that was ordered whether the frontier took the order. */
  async #order(
    crawl: string,
    wishes: readonly Wish[],
    decisions: readonly (Decision | undefined)[],
  ) {
    const orders = wishes.flatMap((wish, at) => {
      const decision = decisions[at];
      if (decision?.kind !== 'order') return [];
      const { afterAttempt } = decision;
      return [{ crawl, url: wish.url, priority: wishPriority(wish), afterAttempt }];
    });
    const { answers } = await this.#parts.frontier.schedule(orders);
    return new Map(
      orders.map(({ url }, at) => [url, answers[at] === 'waiting' || answers[at] === 'kept']),
    );
  }
}

/** Nothing is decided of a URL that is gone again: the crawl may just be deleted. */
function decide(wish: Wish, known: Known | undefined, kept: KeptDocument | undefined) {
  return known === undefined || kept === undefined ? undefined : decideWish(wish, known, kept.kept);
}

function refusal({ url, seed, submittedMs, maxAgeMs }: Wish, rule: string): Wish {
  return { url, seed, submittedMs, maxAgeMs, state: 'refused', rule };
}

function opened(wish: Wish, decision: Decision): Wish {
  const afterAttempt = decision.kind === 'answered' ? undefined : decision.afterAttempt;
  return { ...wish, state: 'open', afterAttempt, heardAttempt: undefined };
}
