import type { DocumentKind } from '@mayfly/extract';
import type { Url } from '@mayfly/url';
import type { Outcome } from './outcome.ts';
import type { Validators } from './task.ts';

/** How long each step took, in milliseconds; absent where it did not happen. */
export interface Timings {
  readonly requestTimeMs?: number;
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  readonly downloadMs?: number;
  readonly parseMs?: number;
}

/** A document as it was fetched and read. */
export interface FetchedDocument {
  readonly body: Uint8Array;
  /** UTF-8. */
  readonly text: Uint8Array;
  /** An encoded list of links; empty where there are none. */
  readonly links: Uint8Array;
  readonly linkCount: number;
  readonly kind: DocumentKind;
  readonly mediaType: string;
  readonly title: string;
  readonly truncated: boolean;
  /** What else was read, encoded. */
  readonly facts: Uint8Array;
  /** The main content as Markdown; where it was asked for. */
  readonly tagged?: string;
}

/** What robots.txt said about a URL. */
export interface RobotsDecision {
  readonly allowed: boolean;
  readonly pattern: string;
  readonly crawlDelayMs: number | undefined;
}

/** What one attempt brought. */
export interface AttemptEnd {
  readonly outcome: Outcome;
  /** Why, in a few words, where the outcome is a failure. */
  readonly detail: string;
  readonly status?: number;
  readonly redirectUrl?: Url;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly document?: FetchedDocument;
  readonly timings: Timings;
  /** The address that was asked; absent where there was no connection. */
  readonly address?: string | undefined;
  /** How long the host asks us to stay away. */
  readonly retryAfterMs?: number;
  readonly validators?: Validators;
  /** Absent where robots.txt was not asked. */
  readonly robots?: RobotsDecision;
}

/** What an attempt for robots.txt brought. */
export interface RobotsResult {
  readonly known: boolean;
  readonly crawlDelayMs?: number;
  readonly maxAgeMs?: number;
}

/** How long the host took to answer; absent where no request was made. */
export function hostTimeMs({ timings, status }: AttemptEnd): number | undefined {
  const { requestTimeMs, firstByteMs, downloadMs } = timings;
  if (requestTimeMs === undefined && status === undefined) return undefined;
  return (firstByteMs ?? 0) + (downloadMs ?? 0);
}

/** The end of an attempt that made no request. */
export function endWithoutRequest(outcome: Outcome, detail: string): AttemptEnd {
  return { outcome, detail, headers: [], timings: {} };
}
