import { CrawlError } from '@mayfly/errors';
import type { Url } from '@mayfly/url';
import type { UrlEvent } from './attempt-end.ts';

/** Events that wait for a watcher who names no URLs; one who is slower than that is sent away. */
const MOST_WAITING = 10_000;

/** Somebody who wants to hear of a crawl's URLs: of those named once each, or of all. */
export class Watcher {
  readonly #unanswered: Set<string> | undefined;
  #waiting: UrlEvent[] = [];
  #isTooSlow = false;
  #wake = () => {};

  constructor(urls: readonly Url[] | undefined) {
    this.#unanswered = urls === undefined ? undefined : new Set(urls);
  }

  offer(event: UrlEvent): void {
    if (this.#unanswered !== undefined && !this.#unanswered.delete(event.url)) return;
    if (this.#unanswered === undefined && this.#waiting.length >= MOST_WAITING) {
      this.#isTooSlow = true;
    } else {
      this.#waiting.push(event);
    }
    this.#wake();
  }

  /** Ends when every URL named was answered, or when told to stop. */
  async *events(stop: AbortSignal): AsyncGenerator<UrlEvent> {
    stop.addEventListener('abort', () => this.#wake(), { once: true });
    while (!stop.aborted) {
      const events = this.#waiting;
      this.#waiting = [];
      yield* events;
      if (this.#waiting.length > 0) continue;
      if (this.#isTooSlow) {
        throw new CrawlError('OVERLOADED', `more than ${MOST_WAITING} events waited to be read`);
      }
      if (this.#unanswered?.size === 0) return;
      await this.#change(stop);
    }
  }

  async #change(stop: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    if (stop.aborted || this.#waiting.length > 0) resolve();
    await promise;
  }
}

/** What is known already of a URL, for a watcher who asks; a loop finds out. */
export interface Question {
  readonly watcher: Watcher;
  readonly url: Url;
}

/** Who watches which crawl. It lives in memory: who loses the connection asks again and is answered from what is kept. */
export class WatchHub {
  readonly #watchers = new Map<string, Set<Watcher>>();
  #questions: Question[] = [];
  #onQuestion = () => {};

  /** Called whenever there is something to find out. */
  set onQuestion(listen: () => void) {
    this.#onQuestion = listen;
  }

  watch(crawl: string, urls: readonly Url[] | undefined): Watcher {
    const watcher = new Watcher(urls);
    const watchers = this.#watchers.get(crawl) ?? new Set();
    this.#watchers.set(crawl, watchers.add(watcher));
    return watcher;
  }

  leave(crawl: string, watcher: Watcher): void {
    const watchers = this.#watchers.get(crawl);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.#watchers.delete(crawl);
    this.#questions = this.#questions.filter((question) => question.watcher !== watcher);
  }

  isWatched(crawl: string): boolean {
    return this.#watchers.has(crawl);
  }

  tell(crawl: string, event: UrlEvent): void {
    for (const watcher of this.#watchers.get(crawl) ?? []) watcher.offer(event);
  }

  ask(watcher: Watcher, urls: readonly Url[]): void {
    for (const url of urls) this.#questions.push({ watcher, url });
    this.#onQuestion();
  }

  /** The oldest questions; they stay until `answered`. */
  questions(most: number): readonly Question[] {
    return this.#questions.slice(0, most);
  }

  answered(questions: readonly Question[]): void {
    const done = new Set(questions);
    this.#questions = this.#questions.filter((question) => !done.has(question));
  }
}
