import { Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  type Content,
  DocumentKind,
  type FetchEnded,
  type Link,
  LinkKind,
  LinkList,
} from '@mayfly/contracts/events/v1';
import { packContent } from '@mayfly/events';
import { hostOf, type Url } from '@mayfly/url';

/** The end of an attempt that brought nothing. */
export function fetchEnded(
  url: string,
  attempt: number,
  more: Partial<FetchEnded> = {},
): FetchEnded {
  return {
    ...{ url, host: hostOf(url as Url), crawl: 'news', attempt },
    ...{ kind: RequestKind.REQUEST_KIND_PAGE, outcome: Outcome.OUTCOME_GONE, status: 404 },
    ...{ headers: [], mediaType: '', title: '', truncated: false, depth: 1, hops: 0, seed: false },
    ...{ times: { requestTime: new Date(1_700_000_000_000 + attempt) } },
    ...{ fetcherId: 'f1', detail: '', facts: new Uint8Array() },
    ...more,
  };
}

/** The end of an attempt that brought a page. */
export async function page(
  url: string,
  attempt: number,
  { body, links = [] }: { readonly body: string; readonly links?: readonly string[] },
): Promise<FetchEnded> {
  return fetchEnded(url, attempt, {
    ...{ outcome: Outcome.OUTCOME_OK, status: 200 },
    ...{ documentKind: DocumentKind.DOCUMENT_KIND_HTML, mediaType: 'text/html', title: 'A page' },
    headers: [{ name: 'etag', value: '"1"' }],
    body: await packContent(Buffer.from(body)),
    text: await packContent(Buffer.from(`text of ${body}`)),
    links: await packLinks(links),
  });
}

export function packLinks(urls: readonly string[]): Promise<Content> {
  const links = urls.map((url): Link => ({
    url,
    kind: LinkKind.LINK_KIND_ANCHOR,
    nofollow: false,
    ...{ text: '', rels: [], language: '' },
  }));
  return packContent(LinkList.encode({ links }).finish());
}

/** The same content, put into the store instead of travelling along. */
export function stored({ sha256, size, encoding }: Content): Content {
  return { sha256, size, encoding, at: { $case: 'stored', value: true } };
}
