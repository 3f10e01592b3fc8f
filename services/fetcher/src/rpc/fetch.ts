import { DocumentFacts, type Link, LinkList } from '@mayfly/contracts/events/v1';
import type { FetchRequest, FetchResponse } from '@mayfly/contracts/fetcher/v1';
import { CrawlError } from '@mayfly/errors';
import { sha256 } from '@mayfly/events';
import type { ServerCall } from '@mayfly/grpc';
import { normaliseUrl } from '@mayfly/url';
import type { FetchByHand, Wanted } from '../attempts/fetch-by-hand.ts';
import type { AttemptEnd, FetchedDocument } from '../core/attempt-end.ts';
import type { Task } from '../core/task.ts';

/** How a task and its end look in the contract. */
export type Shown = Pick<FetchResponse, 'outcome' | 'documentKind' | 'times' | 'robots'>;

export const fetch =
  ({ fetchNow, show }: { fetchNow: FetchByHand; show: (task: Task, end: AttemptEnd) => Shown }) =>
  async (request: FetchRequest, call: ServerCall): Promise<FetchResponse> => {
    const { task, end } = await fetchNow(checked(request), call);
    const { document, status, redirectUrl, detail } = end;
    return {
      ...show(task, end),
      ...{ url: task.url, attempt: task.attempt, status, redirectUrl, detail },
      mediaType: document?.mediaType ?? '',
      title: document?.title ?? '',
      contentSha256: document === undefined ? new Uint8Array() : sha256(document.body),
      bodyBytes: document?.body.length ?? 0,
      links: document?.linkCount ?? 0,
      headers: end.headers.map(([name, value]) => ({ name, value })),
      facts: document === undefined ? undefined : DocumentFacts.decode(document.facts),
      mainText: document?.tagged ?? '',
      linkList: linksOf(document),
    };
  };

const MOST_LINKS = 10_000;

function linksOf(document: FetchedDocument | undefined): Link[] {
  if (document === undefined || document.linkCount === 0) return [];
  return LinkList.decode(document.links).links.slice(0, MOST_LINKS);
}

function checked({ url, check = false }: FetchRequest): Wanted {
  if (url === '') throw new CrawlError('REQUEST_INVALID', 'url: must not be empty');
  const normalised = normaliseUrl(url);
  if (!normalised.ok) throw new CrawlError('URL_INVALID', `url: ${normalised.reason}`);
  return { url: normalised.url, check };
}
