import type { Document } from '@mayfly/contracts/documentstore/v1';
import { UrlState } from '@mayfly/contracts/frontier/v1';
import { ask, type SuiteAddresses } from '@mayfly/mayfly/suite';

/** Documents show so many of their last attempts. */
const SHOWN = 10;

/** Compares the two books attempt by attempt and host by host, which says where a sum that is wrong comes from. */
export async function compareAttempts(
  suite: SuiteAddresses,
  crawl: string,
  documents: readonly Document[],
): Promise<string[]> {
  return [
    ...(await settledUnrecorded(suite, crawl, documents)),
    ...(await miscounted(suite, documents)),
  ];
}

/** A URL at rest has settled its last attempt, so that this one is recorded. */
async function settledUnrecorded(
  suite: SuiteAddresses,
  crawl: string,
  documents: readonly Document[],
): Promise<string[]> {
  const recorded = new Map(documents.map((each) => [each.url, each.attempts]));
  const missing: string[] = [];
  const state = UrlState.URL_STATE_AT_REST;
  for (let pageToken = ''; ;) {
    const page = await ask(suite, 'frontier', (it) => it.listUrls({ crawl, state, pageToken }));
    for (const { url, lastAttempt } of page.urls) {
      const attempts = recorded.get(url);
      if (attempts?.some(({ attempt }) => attempt === lastAttempt) === false) {
        missing.push(`attempt ${lastAttempt} of ${url} is settled and not recorded`);
      }
    }
    if (page.nextPageToken === '') return missing;
    pageToken = page.nextPageToken;
  }
}

/** Of each host there are as many attempts as the store has counted. */
async function miscounted(
  suite: SuiteAddresses,
  documents: readonly Document[],
): Promise<string[]> {
  const byHost = Map.groupBy(documents, ({ url }) => new URL(url).host);
  const wrong = await Promise.all(
    [...byHost].map(async ([host, some]) => {
      const counts = await ask(suite, 'document-store', (it) => it.getLedger({ host }));
      const { newVersions, unchanged, duplicates, withoutDocument, late } = counts;
      const counted = newVersions + unchanged + duplicates + withoutDocument + late;
      const shown = some.reduce((sum, { attempts }) => sum + attempts.length, 0);
      const isCut = some.some(({ attempts }) => attempts.length === SHOWN);
      return counted === shown || isCut ? [] : [`${host}: ${counted} counted, ${shown} recorded`];
    }),
  );
  return wrong.flat();
}
