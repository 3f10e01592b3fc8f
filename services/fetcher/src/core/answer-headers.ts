import type { Validators } from './task.ts';

/** Headers that matter later: type, language, validators, caching, wishes about use. */
const KEPT = [
  'content-type',
  'content-language',
  'etag',
  'last-modified',
  'date',
  'age',
  'cache-control',
  'expires',
  'link',
  'x-robots-tag',
  'tdm-reservation',
  'tdm-policy',
  'content-signal',
  'content-usage',
  'retry-after',
] as const;
const LONGEST_VALUE = 8_000;
/** A validator is sent back as it came, so it is one that a header can hold. */
const SENDABLE = /^[\x20-\x7e]{1,1000}$/;
const LONGEST_RETRY_AFTER_MS = 7 * 86_400_000;

/** What is published of an answer's headers. */
export function keptHeaders(
  headers: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  return KEPT.flatMap((name) => {
    const value = headers.get(name);
    return value === undefined ? [] : [[name, value.slice(0, LONGEST_VALUE).toWellFormed()]];
  });
}

/** What a later request can be made conditional by; undefined where there is nothing. */
export function validatorsOf(headers: ReadonlyMap<string, string>): Validators | undefined {
  const etag = sendable(headers.get('etag'));
  const lastModified = sendable(headers.get('last-modified'));
  return etag === '' && lastModified === '' ? undefined : { etag, lastModified };
}

/** The value where a header of ours may hold it, else nothing: no control character, whoever kept it for us. */
export function sendable(value: string | undefined): string {
  return value !== undefined && SENDABLE.test(value) ? value : '';
}

/** A header is bytes, one character each: those beyond ASCII are sent back as they came, whatever encoding they are in. */
export function withEscapes(header: string): string {
  return header.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Retry-After, in seconds or as a date, as a time from now; at most a week. */
export function retryAfterMs(
  headers: ReadonlyMap<string, string>,
  nowMs: number,
): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS);
}
