import { CrawlError } from '@mayfly/errors';
import { durationMs, type ProtoDuration } from '@mayfly/grpc';
import { type HostKey, hostOf, normaliseUrl, type Url } from '@mayfly/url';

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function invalid(field: string, why: string): CrawlError {
  return new CrawlError('REQUEST_INVALID', `${field}: ${why}`);
}

export function checkName(field: string, name: string): void {
  if (!NAME.test(name)) {
    throw invalid(field, 'must be 1 to 63 lower-case letters, digits and hyphens, not at the ends');
  }
}

export function checkCount(field: string, count: number, most: number): void {
  if (count >= 1 && count <= most) return;
  throw invalid(field, `must be 1 to ${most.toLocaleString('en')}; there are ${count}`);
}

const THOUSAND_YEARS_MS = 1_000 * 365 * 86_400_000;

/** Milliseconds of a duration within bounds. */
export function checkDuration(
  field: string,
  duration: ProtoDuration,
  { leastMs, mostMs = THOUSAND_YEARS_MS }: { readonly leastMs: number; readonly mostMs?: number },
): number {
  const ms = durationMs(duration);
  if (ms >= leastMs && ms <= mostMs) return ms;
  throw invalid(field, `must be from ${leastMs} to ${mostMs} ms; it is ${ms} ms`);
}

/** A number above 0. */
export function checkAbove0(field: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return;
  throw invalid(field, `must be a number above 0; it is ${value}`);
}

export function checkUrl(field: string, text: string): Url {
  const normalised = normaliseUrl(text);
  if (normalised.ok) return normalised.url;
  throw invalid(field, normalised.reason);
}

/** In the form that hosts have as keys. */
export function checkHost(field: string, host: string): HostKey {
  const normalised = normaliseUrl(`http://${host}/`);
  if (!normalised.ok || /[/?#@\\]/.test(host)) {
    throw invalid(field, 'must be a host name, with a port where it has one');
  }
  return hostOf(normalised.url);
}

const PAGE_SIZE = 100;
const MOST_PAGE_SIZE = 1_000;

export function checkPageSize(pageSize: number = PAGE_SIZE): number {
  if (pageSize >= 1 && pageSize <= MOST_PAGE_SIZE) return pageSize;
  throw invalid('page_size', `must be 1 to 1,000; it is ${pageSize}`);
}

const SHOWN_SOURCES = 20;
const MOST_SOURCES = 1_000;

/** How many sources somebody wants to see. */
export function checkMostSources(most: number = SHOWN_SOURCES): number {
  if (most <= MOST_SOURCES) return most;
  throw invalid('most_sources', `must be 0 to 1,000; it is ${most}`);
}

/** A URL where a bad one is an answer of its own. */
export function checkAskedUrl(field: string, text: string): Url {
  const normalised = normaliseUrl(text);
  if (normalised.ok) return normalised.url;
  throw new CrawlError('URL_INVALID', `${field}: ${normalised.reason}`);
}
