import type { Document, DocumentStoreServiceDefinition } from '@mayfly/contracts/documentstore/v1';
import type { Client } from '@mayfly/grpc';
import type { Url } from '@mayfly/url';
import type { UrlEvent } from '../core/attempt-end.ts';
import type { Documents, KeptDocument } from '../core/ports.ts';
import { chunksOf } from './chunks.ts';

/** The document-store as the scheduler's loops see it. */
export function documentsOf(client: Client<DocumentStoreServiceDefinition>): Documents {
  return async (urls) => {
    const kept: KeptDocument[] = [];
    for (const some of chunksOf(urls, { most: 1_000, bytesOf: (url: Url) => url.length })) {
      const { documents } = await client.getDocuments({ urls: some });
      kept.push(...documents.map(keptOf));
    }
    return kept;
  };
}

function keptOf(document: Document): KeptDocument {
  const { seenTime, attempts } = document;
  return {
    kept: { seenMs: seenTime?.getTime(), lastAttempt: attempts[0]?.attempt },
    event: lastEvent(document),
  };
}

/** The end of its last attempt, with the document that it has. */
function lastEvent({ url, latest, attempts }: Document): UrlEvent | undefined {
  const [last] = attempts;
  if (last === undefined) return undefined;
  return {
    url,
    ...{ outcome: last.outcome, record: last.record, attempt: last.attempt, status: last.status },
    ...{ redirectUrl: last.redirectUrl, times: last.times, rule: '' },
    contentSha256: latest?.contentSha256 ?? new Uint8Array(),
    documentKind: latest?.kind,
    bodyBytes: latest?.bodyBytes ?? 0,
  };
}
