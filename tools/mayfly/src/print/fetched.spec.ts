import { describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import {
  DocumentFacts,
  DocumentKind,
  type Link,
  LinkKind,
  LinkRegion,
  LinkRel,
  PageNotice,
  SignalPlace,
} from '@mayfly/contracts/events/v1';
import type { FetchResponse } from '@mayfly/contracts/fetcher/v1';
import { durationOf } from '@mayfly/grpc';
import { shownFetch } from './fetched.ts';
import { plainFetch } from './plain-fetch.ts';

const link = (url: string, more: Partial<Link> = {}): Link => ({
  ...{ url, kind: LinkKind.LINK_KIND_ANCHOR, nofollow: false, text: '', rels: [], language: '' },
  ...more,
});

const facts: DocumentFacts = {
  ...DocumentFacts.decode(new Uint8Array()),
  ...{ encoding: 'utf-8', encodingReason: 'header', notice: PageNotice.PAGE_NOTICE_SOFT_404 },
  metadata: {
    ...{ title: 'A day', author: 'Ada', siteName: '', description: '', type: 'article', image: '' },
    ...{ language: 'en', languageFrom: 'both', modified: undefined },
    published: { day: '2024-05-17', time: undefined, from: 'meta' },
    structuredData: JSON.stringify({ jsonLd: [{ type: 'NewsArticle' }], openGraph: { a: 'b' } }),
  },
  useSignals: [{ use: 'ai-train', allowed: false, from: SignalPlace.SIGNAL_PLACE_ROBOTS }],
};

const fetched: FetchResponse = {
  ...{ url: 'https://a.test/', attempt: 7, outcome: Outcome.OUTCOME_OK, status: 200, detail: '' },
  ...{ documentKind: DocumentKind.DOCUMENT_KIND_HTML, mediaType: 'text/html', title: 'A day' },
  ...{ contentSha256: new Uint8Array([1, 2]), bodyBytes: 1_234, links: 2, times: {} },
  robots: { allowed: true, pattern: '/a', crawlDelay: durationOf(2_000) },
  headers: [{ name: 'etag', value: '"1"' }],
  facts,
  mainText: '# One\n\ntwo',
  linkList: [
    link('https://a.test/1', { text: 'First', region: LinkRegion.LINK_REGION_MAIN }),
    link('https://a.test/2', { rels: [LinkRel.LINK_REL_UGC], kind: LinkKind.LINK_KIND_NEXT }),
  ],
};

describe('what a person is shown of a fetch', () => {
  it('is everything that was read', () => {
    const shown = shownFetch(fetched, { all: false });
    for (const words of [
      ...['ok, 200', 'text/html, 1.2 KB, html', 'allows it by /a, asks for 2.0 s between requests'],
      ...['etag  "1"', 'soft 404', 'Ada', '2024-05-17 (from meta)', 'en (both)', 'utf-8 (header)'],
      ...[
        'JSON-LD: NewsArticle; OpenGraph: 1 properties',
        'ai-train not allowed (robots)',
        '# One',
      ],
      ...['Links (2)', 'anchor  main  https://a.test/1  First', 'next    ugc   https://a.test/2'],
    ]) {
      expect(shown).toContain(words);
    }
  });

  it('is cut where it is long, unless all of it is asked for', () => {
    const long = {
      ...fetched,
      mainText: 'line\n'.repeat(100),
      linkList: Array.from({ length: 60 }, (_, at) => link(`https://a.test/${at}`)),
      links: 60,
    };
    expect(shownFetch(long, { all: false })).toMatch(
      /71 lines more: --all[^]*35 links more: --all/,
    );
    expect(shownFetch(long, { all: true })).not.toContain('--all');
    const one = { ...long, linkList: long.linkList.slice(0, 26), links: 26 };
    expect(shownFetch(one, { all: false })).toContain('1 link more: --all');
  });

  it('holds nothing that would move the cursor of a terminal', () => {
    const hostile = { ...fetched, mainText: 'a\u001b[2Jb\u202ec', detail: 'x\u0007y' };
    expect(shownFetch(hostile, { all: true })).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f\u202e]/,
    );
  });

  it('is whether a page has changed, where only that was asked', () => {
    expect(shownFetch(fetched, { all: false, check: true })).toContain('ok, 200, it has changed');
    expect(shownFetch(fetched, { all: false })).not.toContain('it has changed');
    const same = { ...fetched, outcome: Outcome.OUTCOME_UNCHANGED, status: 304 };
    expect(shownFetch(same, { all: false, check: true })).toContain('\nunchanged, 304\n');
  });

  it('is little where there was no document', () => {
    const { facts: _, robots: __, ...rest } = fetched;
    const documentKind = undefined;
    const end = { ...rest, outcome: Outcome.OUTCOME_DNS, status: undefined, documentKind };
    const none = {
      ...end,
      detail: 'no address',
      headers: [],
      mainText: '',
      linkList: [],
      links: 0,
    };
    expect(shownFetch(none, { all: false })).toContain('dns, no address\n');
  });
});

describe('what a script is shown of a fetch', () => {
  it('has words instead of numbers', () => {
    expect(plainFetch(fetched)).toMatchObject({
      ...{ outcome: 'ok', documentKind: 'html', contentSha256: '0102' },
      facts: {
        notice: 'soft 404',
        useSignals: [{ use: 'ai-train', from: 'robots' }],
        metadata: { structuredData: { jsonLd: [{ type: 'NewsArticle' }] } },
      },
      linkList: [
        { kind: 'anchor', region: 'main' },
        { kind: 'next', rels: ['ugc'] },
      ],
    });
  });
});
