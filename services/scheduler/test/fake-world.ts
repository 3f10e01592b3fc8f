import { Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  type Attempt,
  type Document,
  DocumentStoreServiceDefinition,
} from '@mayfly/contracts/documentstore/v1';
import { DocumentKind, type DocumentRecorded, LinkKind, Record } from '@mayfly/contracts/events/v1';
import { SiteScoringServiceDefinition } from '@mayfly/contracts/sitescoring/v1';
import { CrawlError } from '@mayfly/errors';
import { documentsRecorded } from '@mayfly/events';
import { openServer, type RunningServer, serve } from '@mayfly/grpc';
import type { Stream } from '@mayfly/stream';
import { hostOf, type Url } from '@mayfly/url';
import type { FakeFrontier } from './fake-frontier.ts';

/** What the web says under one URL. */
export interface Page {
  readonly links?: readonly string[];
  readonly nofollow?: readonly string[];
  readonly redirect?: string;
  readonly kind?: DocumentKind;
}

/** Fetchers, document-store and site-scoring in one: a small web, what was recorded of it, and neutral priors. */
export class FakeWorld {
  readonly web = new Map<string, Page>();
  readonly documents = new Map<string, Document>();
  /** URLs in the order in which they were fetched. */
  readonly fetched: string[] = [];
  /** Every announcement that was made. */
  readonly announced: DocumentRecorded[] = [];
  readonly frontier: FakeFrontier;
  isScoringAway = false;
  scored = 0;
  #server: RunningServer | undefined;
  readonly #positions = new Map<string, number>();

  constructor(frontier: FakeFrontier) {
    this.frontier = frontier;
  }

  async open(): Promise<string> {
    const unused = () => {
      throw new CrawlError('RPC_UNKNOWN', 'the scheduler does not call this');
    };
    this.#server = await openServer({
      service: 'fake-world',
      services: [
        serve(DocumentStoreServiceDefinition, {
          ...{ putBody: unused, listVersions: unused, readBody: unused, getLedger: unused },
          getDocuments: async ({ urls }) => ({
            documents: urls.map((url) => this.documents.get(url) ?? { url, attempts: [] }),
          }),
        }),
        serve(SiteScoringServiceDefinition, {
          getSite: unused,
          scoreUrls: async ({ urls }) => {
            if (this.isScoringAway) throw new CrawlError('DEPENDENCY_AWAY', 'away');
            this.scored += urls.length;
            return { scores: urls.map(() => ({ prior: 0.5, evidence: 0 })) };
          },
        }),
      ],
      address: { host: '127.0.0.1', port: 0 },
      random: Math.random,
    });
    return `dns:///${this.#server.address}`;
  }

  async close(): Promise<void> {
    await this.#server?.close({ drainMs: 0, goodbyeMs: 0 });
  }

  /** Leases, fetches, records and announces one URL, the best or this; false where none waits. */
  async fetchOne(crawl: string, stream: Stream, only?: string): Promise<boolean> {
    const url = this.frontier.lease(crawl, only);
    if (url === undefined) return false;
    const message = this.#record(crawl, url);
    this.fetched.push(url.url);
    this.announced.push(message);
    await stream.publish(documentsRecorded, [message]);
    this.frontier.settle(url, message.outcome);
    return true;
  }

  /** Announces a robots.txt that names these sitemaps. */
  async announceRobots(crawl: string, url: string, sitemaps: string[], stream: Stream) {
    this.web.set(url, { links: sitemaps, redirect: 'https://elsewhere.test/robots.txt' });
    const read = this.#record(crawl, { url, lastAttempt: 1, depth: 0, hops: 0, seed: false });
    this.documents.delete(url);
    const message = { ...read, kind: RequestKind.REQUEST_KIND_ROBOTS };
    await stream.publish(documentsRecorded, [message]);
  }

  #record(
    crawl: string,
    {
      url,
      lastAttempt = 0,
      depth,
      hops,
      seed,
    }: {
      url: string;
      lastAttempt?: number | undefined;
      depth: number;
      hops: number;
      seed: boolean;
    },
  ): DocumentRecorded {
    const page = this.web.get(url);
    const host = hostOf(url as Url);
    const position = (this.#positions.get(host) ?? -1) + 1;
    this.#positions.set(host, position);
    const outcome =
      page === undefined
        ? Outcome.OUTCOME_GONE
        : page.redirect === undefined
          ? Outcome.OUTCOME_OK
          : Outcome.OUTCOME_REDIRECTED;
    const isPage = outcome === Outcome.OUTCOME_OK;
    const record = isPage ? Record.RECORD_NEW_VERSION : Record.RECORD_NO_DOCUMENT;
    const now = new Date();
    const times = { publishTime: now, recordTime: now };
    const attempt: Attempt = {
      ...{ attempt: lastAttempt, crawl, outcome, record, times, detail: '' },
      redirectUrl: page?.redirect,
    };
    this.#keep(url, attempt, isPage);
    const links = [
      ...(page?.links ?? []).map((link) => linkTo(link, false)),
      ...(page?.nofollow ?? []).map((link) => linkTo(link, true)),
    ];
    return {
      ...{ url, host, crawl, attempt: lastAttempt, outcome, record, depth, hops, seed, times },
      ...{ kind: RequestKind.REQUEST_KIND_PAGE, links, part: 0, parts: 1, detail: '' },
      ...{ contentSha256: isPage ? new Uint8Array(32) : new Uint8Array(), bodyBytes: 0 },
      ...{ redirectUrl: page?.redirect, origin: { partition: 0, position, retry: false } },
      documentKind: isPage ? (page?.kind ?? DocumentKind.DOCUMENT_KIND_HTML) : undefined,
    };
  }

  #keep(url: string, attempt: Attempt, isPage: boolean): void {
    const before = this.documents.get(url);
    const now = new Date();
    this.documents.set(url, {
      url,
      attempts: [attempt, ...(before?.attempts ?? [])].slice(0, 10),
      seenTime: isPage ? now : before?.seenTime,
      latest: isPage ? versionOf(attempt.attempt, now) : before?.latest,
    });
  }
}

function linkTo(url: string, nofollow: boolean) {
  return { url, kind: LinkKind.LINK_KIND_ANCHOR, nofollow, text: '', rels: [], language: '' };
}

function versionOf(attempt: number, fetchTime: Date) {
  return {
    ...{ number: 1, attempt, fetchTime, contentSha256: new Uint8Array(32), bodyBytes: 7 },
    ...{ kind: DocumentKind.DOCUMENT_KIND_HTML, mediaType: 'text/html', title: 'A title' },
    ...{ status: 200, headers: [], truncated: false },
    ...{ textSha256: new Uint8Array(), linksSha256: new Uint8Array() },
  };
}
