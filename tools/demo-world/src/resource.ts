/** What a URL is, as far as this world knows. */
export type ResourceKind =
  'front' | 'section' | 'article' | 'page' | 'feed' | 'sitemap' | 'redirect' | 'failure';

/** What a URL answers. The model makes it, the server only writes it, so both always agree. */
export interface Resource {
  readonly kind: ResourceKind;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Every URL that the body names for a crawler, absolute, in the order of the body; the target is not one of them. */
  readonly links: readonly string[];
  /** Where a redirect leads, absolute. */
  readonly location?: string;
  /** What the first request of a server's life gets instead. */
  readonly firstAnswer?: Failure;
  /** Seconds in a Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** A status of 4xx or 5xx. */
export interface Failure {
  readonly status: number;
  readonly retryAfterSeconds?: number;
}

/** An answer without anything to read. */
export function failure({ status, retryAfterSeconds }: Failure): Resource {
  return {
    kind: 'failure',
    status,
    contentType: 'text/plain; charset=utf-8',
    body: `${status}\n`,
    links: [],
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** A redirect to an absolute URL. */
export function redirect(location: string, status: 301 | 302 | 307 | 308 = 301): Resource {
  return {
    kind: 'redirect',
    status,
    contentType: 'text/plain; charset=utf-8',
    body: '',
    links: [],
    location,
  };
}
