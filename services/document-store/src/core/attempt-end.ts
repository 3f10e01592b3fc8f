import type { HostKey, Url, UrlId } from '@mayfly/url';

/** Where a fetch message stands: retried ones have positions of their own. */
export interface Origin {
  readonly partition: number;
  readonly position: bigint;
  readonly retry: boolean;
}

/** Bytes by their hash; without `inline` they were put before the message was published. */
export interface Content {
  readonly sha256: Uint8Array;
  readonly size: number;
  readonly encoding: number;
  readonly inline?: Uint8Array;
}

/** One header of an answer. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** What a page said. */
export interface FetchedDocument {
  readonly body: Content;
  readonly text: Content | undefined;
  readonly links: Content | undefined;
  readonly kind: number;
  readonly mediaType: string;
  readonly title: string;
  readonly status: number;
  readonly headers: readonly Header[];
  readonly truncated: boolean;
  /** What was read from it beside its text and links, as it is kept. */
  readonly facts: Uint8Array | undefined;
}

/** The end of one attempt, checked, as the rules need it. */
export interface AttemptEnd {
  readonly url: Url;
  readonly id: UrlId;
  readonly host: HostKey;
  readonly attempt: number;
  readonly crawl: string;
  readonly outcome: number;
  readonly status: number | undefined;
  readonly redirectUrl: string | undefined;
  readonly detail: string;
  /** The fetcher's times, as they are kept. */
  readonly times: Uint8Array;
  readonly origin: Origin;
  readonly fetchMs: number;
  readonly receiveMs: number;
  readonly brought: FetchedDocument | 'unchanged' | 'nothing';
}

/** What became of an attempt. */
export type RecordKind = 'new-version' | 'unchanged' | 'duplicate' | 'no-document' | 'late';

/** The recorded end of one attempt; written once, whatever comes later. */
export interface AttemptRecord {
  readonly attempt: number;
  readonly crawl: string;
  readonly outcome: number;
  readonly status: number | undefined;
  readonly record: RecordKind;
  readonly version: number | undefined;
  readonly duplicateOf: string | undefined;
  readonly redirectUrl: string | undefined;
  readonly detail: string;
  readonly times: Uint8Array;
  readonly origin: Origin;
  readonly receiveMs: number;
  readonly judgeMs: number | undefined;
  readonly recordMs: number;
}

/** What a URL said at one time. */
export interface VersionRecord {
  readonly number: number;
  readonly attempt: number;
  readonly fetchMs: number;
  readonly sha256: Uint8Array;
  readonly bodyBytes: number;
  readonly kind: number;
  readonly mediaType: string;
  readonly title: string;
  readonly status: number;
  readonly headers: readonly Header[];
  readonly truncated: boolean;
  readonly duplicateOf: string | undefined;
  readonly textSha256: Uint8Array | undefined;
  readonly linksSha256: Uint8Array | undefined;
  readonly facts: Uint8Array | undefined;
}

/** Bytes as a key of maps. */
export function nameOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

export function isSameOrigin(one: Origin, other: Origin): boolean {
  return (
    one.position === other.position &&
    one.partition === other.partition &&
    one.retry === other.retry
  );
}
