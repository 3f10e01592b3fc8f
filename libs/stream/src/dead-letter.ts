import type { ErrorCode } from '@mayfly/errors';
import type { Headers, Origin } from './stream.ts';

/** A message that one group could not handle. */
export interface DeadLetter {
  readonly id: string;
  readonly code: ErrorCode;
  /** What the last failure said. */
  readonly reason: string;
  readonly attempts: number;
  readonly key: string;
  /** As they were published, trace context included. */
  readonly headers: Headers;
  readonly origin: Origin;
  readonly publishedMs: number;
  readonly diedMs: number;
  readonly payloadBytes: number;
}

/** The dead letters of one group, for people who look after it. */
export interface DeadLetters {
  /** In order of stream, partition and position; `after` is the id of the last one seen. */
  list(options?: {
    readonly limit?: number;
    readonly after?: string;
  }): Promise<readonly DeadLetter[]>;
  /**
   * Gives them back to this group alone. All or none: an id that is not there fails the call. A crash in the
   * middle gives a message twice, which is harmless.
   */
  retry(ids: readonly string[]): Promise<void>;
}

/** How many are listed when nobody says. */
export const DEFAULT_LIST_LIMIT = 100;

/** What identifies a dead letter: the place where it could not be handled. */
export type DeadLetterPlace = Pick<Origin, 'stream' | 'partition' | 'position'>;

/** The name of a dead letter; the same message that dies twice has the same. */
export function deadLetterId({ stream, partition, position }: DeadLetterPlace): string {
  return `${stream}-${partition}-${position}`;
}

/** Undefined when the text is no id. */
export function parseDeadLetterId(id: string): DeadLetterPlace | undefined {
  const match = /^(main|retry)-(\d{1,9})-(\d{1,18})$/.exec(id);
  if (match === null) return undefined;
  return {
    stream: match[1] as Origin['stream'],
    partition: Number(match[2]),
    position: BigInt(match[3]!),
  };
}

/** The order of lists. */
export function compareDeadLetters(a: DeadLetterPlace, b: DeadLetterPlace): number {
  if (a.stream !== b.stream) return a.stream < b.stream ? -1 : 1;
  if (a.partition !== b.partition) return a.partition - b.partition;
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}
