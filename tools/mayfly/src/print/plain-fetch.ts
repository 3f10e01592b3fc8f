import { Outcome } from '@mayfly/contracts/crawl/v1';
import {
  type DocumentFacts,
  DocumentKind,
  type Link,
  LinkKind,
  LinkRegion,
  LinkRel,
  PageNotice,
  SignalPlace,
} from '@mayfly/contracts/events/v1';
import type { FetchResponse } from '@mayfly/contracts/fetcher/v1';
import { stepsOf } from './waterfall.ts';
import { wordOf } from './words.ts';

/** For scripts: words instead of the numbers of enums, and steps in milliseconds as the waterfall has them. */
export function plainFetch(fetched: FetchResponse): object {
  const { times, documentKind, facts, linkList, ...end } = fetched;
  return {
    ...end,
    outcome: wordOf(Outcome, end.outcome, 'OUTCOME_'),
    ...(documentKind !== undefined && {
      documentKind: wordOf(DocumentKind, documentKind, 'DOCUMENT_KIND_'),
    }),
    contentSha256: Buffer.from(end.contentSha256).toString('hex'),
    ...(facts !== undefined && { facts: plainFacts(facts) }),
    linkList: linkList.map(plainLink),
    steps: times === undefined ? [] : stepsOf(times),
  };
}

function plainFacts({ notice, useSignals, metadata, ...facts }: DocumentFacts): object {
  return {
    ...facts,
    ...(metadata !== undefined && { metadata: { ...metadata, structuredData: parsed(metadata) } }),
    ...(notice !== undefined && { notice: wordOf(PageNotice, notice, 'PAGE_NOTICE_') }),
    useSignals: useSignals.map((signal) => ({
      ...signal,
      from: wordOf(SignalPlace, signal.from, 'SIGNAL_PLACE_'),
    })),
  };
}

function parsed({ structuredData }: NonNullable<DocumentFacts['metadata']>): unknown {
  return structuredData === '' ? undefined : JSON.parse(structuredData);
}

function plainLink({ kind, region, rels, ...link }: Link): object {
  return {
    ...link,
    kind: wordOf(LinkKind, kind, 'LINK_KIND_'),
    ...(region !== undefined && { region: wordOf(LinkRegion, region, 'LINK_REGION_') }),
    rels: rels.map((rel) => wordOf(LinkRel, rel, 'LINK_REL_')),
  };
}
