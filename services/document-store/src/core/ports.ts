import type { HostKey, Url, UrlId } from '@mayfly/url';
import type { AttemptEnd, AttemptRecord, Content, VersionRecord } from './attempt-end.ts';
import type { DocumentState } from './decide-version.ts';
import type { Counts, LedgerBucket } from './ledger.ts';
import type { Known } from './plan-batch.ts';

/** Everything that a batch changes of one URL; written whole or not at all. */
export interface DocumentChange {
  readonly id: UrlId;
  readonly url: Url;
  readonly host: HostKey;
  /** What the change rests on. When it is not so any more, nothing is written. */
  readonly before: DocumentState | undefined;
  readonly after: DocumentState;
  readonly attempts: readonly AttemptRecord[];
  readonly versions: readonly VersionRecord[];
}

/** What is known of one URL. */
export interface KnownDocument {
  readonly latest: VersionRecord | undefined;
  /** Newest first. */
  readonly attempts: readonly AttemptRecord[];
  readonly seenMs: number | undefined;
}

/** Documents with their versions and attempts. */
export interface Documents {
  known(ends: readonly AttemptEnd[]): Promise<Known>;
  /** Whether all were written; those that were not rest on something that is not so any more. */
  write(changes: readonly DocumentChange[]): Promise<boolean>;
  /** In the order of the ids. */
  find(ids: readonly UrlId[]): Promise<readonly KnownDocument[]>;
  /** Newest first, only those older than `before`. */
  versions(
    id: UrlId,
    page: { readonly limit: number; readonly before: number | undefined },
  ): Promise<readonly VersionRecord[]>;
}

/** Bytes as they are kept: packed. */
export interface PackedBody {
  readonly encoding: number;
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What somebody says of bytes that are coming. */
export interface BodyHead {
  readonly sha256: Uint8Array;
  readonly size: number;
  readonly encoding: number;
}

/** Bodies, texts and links under their hashes. */
export interface Bodies {
  /** Those of the hashes, by name, that nothing is kept under. */
  missing(hashes: readonly Uint8Array[]): Promise<ReadonlySet<string>>;
  /** Keeps what is inline and claims what was put before, so that no sweep takes it. */
  keep(contents: readonly Content[]): Promise<void>;
  open(sha256: Uint8Array): Promise<PackedBody | undefined>;
  /** Keeps what the pieces bring unless they throw, until somebody claims it. */
  put(head: BodyHead, pieces: AsyncIterable<Uint8Array>): Promise<{ readonly known: boolean }>;
}

/** The counts of all attempts. */
export interface Ledger {
  /** The buckets of these hosts, with an entry for each of them, counted before or not. */
  read(hosts: readonly HostKey[]): Promise<readonly LedgerBucket[]>;
  /** Whether all were written; otherwise somebody else has counted meanwhile. */
  write(buckets: readonly LedgerBucket[]): Promise<boolean>;
  /** Of one host, or of all. */
  sum(host: HostKey | undefined): Promise<Counts>;
}

/**
 * Asks which of these had their content from another URL: that URL, or undefined for those that had it first. To be called
 * with none too: that fails while others get no answer.
 */
export type Judge = (
  documents: readonly {
    readonly url: Url;
    readonly attempt: number;
    readonly sha256: Uint8Array;
  }[],
) => Promise<readonly (string | undefined)[]>;
