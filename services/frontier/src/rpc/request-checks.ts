import { CrawlError } from '@mayfly/errors';
import { durationMs, type ProtoDuration } from '@mayfly/grpc';
import { type HostKey, hostOf, normaliseUrl, type Url } from '@mayfly/url';

/** A request that cannot be meant: says which field, and why. */
export function invalid(field: string, reason: string): CrawlError {
  return new CrawlError('REQUEST_INVALID', `${field}: ${reason}`);
}

export function checkCount(field: string, count: number, most: number): void {
  if (count >= 1 && count <= most) return;
  throw invalid(field, `must be 1 to ${most}, not ${count}`);
}

const CRAWL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function checkCrawlName(field: string, name: string): string {
  if (CRAWL.test(name)) return name;
  throw invalid(field, 'must be 1 to 63 lower-case letters, digits and hyphens, not at the ends');
}

export function checkText(field: string, value: string, most: number): string {
  if (value.length > most) throw invalid(field, `must have at most ${most} characters`);
  if (!value.isWellFormed()) throw invalid(field, 'holds half a surrogate pair');
  return value;
}

/** A text that is kept in a row: its bytes count. */
export function checkBytes(field: string, value: string, most: number): string {
  checkText(field, value, most);
  if (Buffer.byteLength(value) <= most) return value;
  throw invalid(field, `must have at most ${most} bytes`);
}

const LONGEST_URL = 8_192;

/** A URL that may still be refused by a rule. */
export function checkUrlText(field: string, value: string): string {
  if (value === '') throw invalid(field, 'is missing');
  return checkText(field, value, LONGEST_URL);
}

export function checkUrl(field: string, value: string): Url {
  const normalised = normaliseUrl(checkUrlText(field, value));
  if (!normalised.ok) throw invalid(field, normalised.reason);
  return normalised.url;
}

/** A host as hosts are written: what it is in a URL. */
export function checkHost(field: string, value: string): HostKey {
  const bounded = value.length <= 300 && /^[^\s/?#@\\]+$/.test(value);
  const normalised = bounded ? normaliseUrl(`http://${value}/`) : undefined;
  const host = normalised?.ok === true ? hostOf(normalised.url) : undefined;
  // The port of https is no port of http's own, so it stays; a host is never written with it.
  if (host === undefined || host !== value || host.endsWith(':443')) {
    throw invalid(
      field,
      'must be a host: lower case, with the port where it is not the scheme’s own',
    );
  }
  return host;
}

/** Any whole number that can be counted to. */
export function checkWhole(field: string, value: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= most) return value;
  throw invalid(field, `must be a whole number from 0 to ${most}`);
}

export function checkFinite(field: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw invalid(field, 'must be a number');
}

export function checkAboveZero(field: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw invalid(field, 'must be above 0');
}

/** Milliseconds of a duration that is not negative. */
export function checkDuration(
  field: string,
  value: ProtoDuration | undefined,
  mostMs = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value === undefined) return undefined;
  const ms = durationMs(value);
  if (Number.isFinite(ms) && ms >= 0 && ms <= mostMs) return ms;
  throw invalid(field, `must be from nothing to ${mostMs} ms`);
}

/** Milliseconds of a time. */
export function checkTime(field: string, value: Date | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = value.getTime();
  if (Number.isFinite(ms)) return ms;
  throw invalid(field, 'is no time');
}

const LONGEST_GROUP = 200;

/** The key of a group; none where it is empty. */
export function checkGroup(field: string, value: string): string | undefined {
  return value === '' ? undefined : checkBytes(field, value, LONGEST_GROUP);
}
