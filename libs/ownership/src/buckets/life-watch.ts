import type { ReplicaRow } from './bucket-tables.ts';

interface Watched {
  readonly beat: number;
  /** How long we have looked and seen no other beat. */
  readonly silentMs: number;
}

/**
 * Judges by our own looks who lives. Only time in which we looked counts as somebody's silence: whoever was frozen
 * itself, or had no store to look at, knows nothing of the others.
 */
export class LifeWatch {
  readonly #ttlMs: number;
  readonly #longestGapMs: number;
  #watched: ReadonlyMap<string, Watched> = new Map();
  #lastLookMs: number | undefined;

  constructor({ ttlMs, lookMs }: { readonly ttlMs: number; readonly lookMs: number }) {
    this.#ttlMs = ttlMs;
    this.#longestGapMs = 2 * lookMs;
  }

  /** Takes in what a look that began at that time has found. */
  look(rows: readonly ReplicaRow[], startedMs: number): void {
    const gapMs = Math.min(this.#longestGapMs, startedMs - (this.#lastLookMs ?? startedMs));
    this.#lastLookMs = startedMs;
    this.#watched = new Map(
      rows.map(({ replica, beat }) => {
        const before = this.#watched.get(replica);
        const silentMs = before?.beat === beat ? before.silentMs + gapMs : 0;
        return [replica, { beat, silentMs }];
      }),
    );
  }

  /** One seen for the first time lives until it has been silent for long enough; one without a row does not. */
  lives(replica: string): boolean {
    const seen = this.#watched.get(replica);
    return seen !== undefined && seen.silentMs < this.#ttlMs;
  }

  /** Those that live, in an order that is the same for everybody. */
  living(): string[] {
    return [...this.#watched.keys()].filter((replica) => this.lives(replica)).sort();
  }

  /** Those whose rows have been of no use for so long. */
  silentFor(ms: number): string[] {
    return [...this.#watched].flatMap(([replica, { silentMs }]) =>
      silentMs >= ms ? [replica] : [],
    );
  }
}
