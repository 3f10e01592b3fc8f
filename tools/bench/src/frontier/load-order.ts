import type { UrlShape } from './made-urls.ts';

/** What the load is to do; handed to its process as one argument. */
export interface LoadOrder extends UrlShape {
  readonly step: 'submit-new' | 'submit-known' | 'lease-settle' | 'lease-times';
  readonly address: string;
  /** The server, whose processor time is read before and after; absent where it is somebody else's. */
  readonly pid?: number;
  /** Which server it is. */
  readonly api: 'mayfly' | 'urlfrontier';
  /** The crawl that they belong to. */
  readonly crawl: string;
  /** URLs that are there, or that are to be there. */
  readonly urls: number;
  /** The first of them, for submits. */
  readonly from: number;
  /** How many of them are known ones, leases, or calls. */
  readonly count: number;
  /** What is done before, in the same way, and does not count. */
  readonly warmUp?: WarmUp;
}

/** URLs of a crawl and of hosts of their own: code that runs for the first time is slow, whoever runs it. */
export interface WarmUp {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** What it came to. */
export interface LoadResult {
  readonly seconds: number;
  readonly urls: number;
  /** Processor time of the server; absent where nobody knows it. */
  readonly cpuUs?: number;
  /** How long each call took, for `lease-times`. */
  readonly timesMs?: readonly number[];
}
