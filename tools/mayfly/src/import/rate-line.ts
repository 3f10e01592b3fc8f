import type { Clock } from '@mayfly/clock';

const EVERY_MS = 1_000;

/** Tells on standard error how far something has come: one line that changes at a terminal, else one now and then. */
export class RateLine {
  readonly #what: string;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #isTerminal: boolean;
  readonly #write: (text: string) => void;
  #shownMs: number;
  #shownCount: number;
  #hasShown = false;

  constructor(
    what: string,
    options: {
      readonly clock: Pick<Clock, 'monotonicMs'>;
      /** What was done in an earlier run. */
      readonly atFirst: number;
      readonly isTerminal?: boolean;
      readonly write?: (text: string) => void;
    },
  ) {
    this.#what = what;
    this.#clock = options.clock;
    this.#isTerminal = options.isTerminal ?? process.stderr.isTTY;
    this.#write = options.write ?? ((text) => void process.stderr.write(text));
    this.#shownMs = options.clock.monotonicMs();
    this.#shownCount = options.atFirst;
  }

  /** At most once a second. */
  show(count: number, share: number | undefined): void {
    const nowMs = this.#clock.monotonicMs();
    const sinceMs = nowMs - this.#shownMs;
    if (sinceMs < EVERY_MS) return;
    const rate = Math.round(((count - this.#shownCount) * 1_000) / sinceMs);
    this.#shownMs = nowMs;
    this.#shownCount = count;
    this.#hasShown = true;
    const part = share === undefined ? '' : `, ${(share * 100).toFixed(1)} %`;
    const text = `${count} ${this.#what}, ${rate}/s${part}`;
    this.#write(this.#isTerminal ? `\r${text.padEnd(60)}` : `${text}\n`);
  }

  /** Something else that is worth a line of its own. */
  note(text: string): void {
    this.end();
    this.#write(`${text}\n`);
  }

  end(): void {
    if (this.#hasShown && this.#isTerminal) this.#write('\n');
  }
}
