/** How a reader came to a page. */
export type KindWord = 'browse' | 'search' | 'shown';

/** A visit as one line says it. */
export interface VisitLine {
  readonly url: string;
  readonly referrer: string;
  readonly atMs: number;
  readonly kind: KindWord;
  readonly readerKey: string;
  readonly userAgent: string;
}

/** A line that is no visit. Those that are skipped are as they should be; those that are bad are not. */
export interface LeftOut {
  readonly left: 'skipped' | 'bad';
  /** One of few texts, so that they can be counted. */
  readonly why: string;
}

/** Reads one line that is not empty. */
export type ReadLine = (line: string) => VisitLine | LeftOut;

export const bad = (why: string): LeftOut => ({ left: 'bad', why });
export const skipped = (why: string): LeftOut => ({ left: 'skipped', why });
