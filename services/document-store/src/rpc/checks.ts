import { CrawlError } from '@mayfly/errors';
import { normaliseUrl, type Url } from '@mayfly/url';

const SHA256_BYTES = 32;
const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1_000;

export function invalid(field: string, reason: string): CrawlError {
  return new CrawlError('REQUEST_INVALID', `${field}: ${reason}`);
}

export function checkSha256(field: string, sha256: Uint8Array): Uint8Array {
  if (sha256.length === SHA256_BYTES) return sha256;
  throw invalid(field, `must have ${SHA256_BYTES} bytes, not ${sha256.length}`);
}

export function checkPageSize(size = DEFAULT_PAGE_SIZE): number {
  if (Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE) return size;
  throw invalid('page_size', `must be from 1 to ${MAX_PAGE_SIZE}`);
}

export function checkUrl(
  field: string,
  text: string,
  code: 'REQUEST_INVALID' | 'URL_INVALID',
): Url {
  const normalised = normaliseUrl(text);
  if (normalised.ok) return normalised.url;
  throw new CrawlError(code, `${field}: ${normalised.reason}`);
}
