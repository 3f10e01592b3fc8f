import { describe, expect, it } from '@jest/globals';
import { Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  DocumentKind,
  type DocumentRecorded,
  type Link,
  LinkKind,
  Record,
} from '@mayfly/contracts/events/v1';
import type { Received } from '@mayfly/stream';
import type { Announced } from '../core/announced.ts';
import type { Following } from '../core/following.ts';
import type { WatchHub } from '../core/watch-hub.ts';
import { onDocumentRecorded } from './on-document-recorded.ts';

/** The links that are followed of a document. */
async function followed(links: readonly Partial<Link>[], more: Partial<DocumentRecorded> = {}) {
  const heard: Announced[] = [];
  const follow = async (announced: readonly Announced[]) => {
    heard.push(...announced);
    return [];
  };
  const handle = onDocumentRecorded({
    following: { follow } as Partial<Following> as Following,
    hub: {} as WatchHub,
    nowMs: () => 1,
  });
  const message = {
    ...{ url: 'https://a.test/', host: 'a.test', crawl: 'news', attempt: 1 },
    ...{ kind: RequestKind.REQUEST_KIND_PAGE, outcome: Outcome.OUTCOME_OK },
    ...{ record: Record.RECORD_NEW_VERSION, origin: { partition: 0, position: 1, retry: false } },
    links,
    ...more,
  } as DocumentRecorded;
  const origin = { stream: 'main' };
  await handle([{ message, origin } as Received<DocumentRecorded>], {} as never);
  return heard[0]!.links;
}

describe('links of a recorded document', () => {
  it('are followed unless they are images, forms, or not to be followed', async () => {
    const kinds = Object.entries(LinkKind).filter(([, kind]) => kind > 0);
    const links = kinds.map(([name, kind]) => ({ url: `https://a.test/${name}`, kind }));
    const forbidden = { url: 'https://a.test/no', kind: LinkKind.LINK_KIND_ANCHOR, nofollow: true };
    const names = (await followed([...links, forbidden])).map(({ url }) => url.slice(15));
    expect(names).toEqual(
      kinds
        .map(([name]) => name)
        .filter((name) => !['LINK_KIND_IMAGE', 'LINK_KIND_FORM'].includes(name)),
    );
  });

  it('bring the date that a feed gives, of publication first', async () => {
    const [publishTime, updateTime] = [new Date(1_000), new Date(2_000)];
    const kind = LinkKind.LINK_KIND_ENTRY;
    const links = await followed([
      { url: 'https://a.test/1', kind, publishTime, updateTime },
      { url: 'https://a.test/2', kind, updateTime },
      { url: 'https://a.test/3', kind },
    ]);
    expect(links.map(({ datedMs }) => datedMs)).toEqual([1_000, 2_000, undefined]);
  });

  it.each([
    ['beside what a page lists', DocumentKind.DOCUMENT_KIND_HTML, true],
    ['what a sitemap lists', DocumentKind.DOCUMENT_KIND_SITEMAP, false],
  ])('to sitemaps are %s', async (_, documentKind, isBeside) => {
    const url = 'https://a.test/map.xml';
    const [link] = await followed([{ url, kind: LinkKind.LINK_KIND_SITEMAP }], { documentKind });
    expect(link?.isBeside === true).toBe(isBeside);
  });
});
