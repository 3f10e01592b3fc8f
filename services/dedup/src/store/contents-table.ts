import { CrawlError } from '@mayfly/errors';
import { bytes, defineTable, insert, type Store, text } from '@mayfly/store';
import type { Contents } from '../core/ports.ts';

/** Every content that was ever judged, with the URL that had it first. */
export const contentsTable = defineTable({
  name: 'dedupContents',
  format: 1,
  columns: { sha256: bytes(), url: text() },
  key: ['sha256'],
  partition: 1,
});

/** The table as the core wants it. Two processes may claim one content: the condition of the insert decides. */
export function contentsIn(store: Store): Contents {
  const firstUrls = async (hashes: readonly Uint8Array[]) => {
    const rows = await store.getMany(
      contentsTable,
      hashes.map((sha256) => ({ sha256 })),
    );
    return rows.map((row) => row?.url);
  };
  return {
    firstUrls,
    claim: async (claims) => {
      const answers = await store.write(
        claims.map(({ sha256, url }) => ({ writes: [insert(contentsTable, { sha256, url })] })),
      );
      if (answers.every(({ outcome }) => outcome === 'applied'))
        return claims.map(({ url }) => url);
      // Refused and unknown are read again: whoever is there was first.
      const urls = await firstUrls(claims.map(({ sha256 }) => sha256));
      return urls.map((url) => {
        if (url !== undefined) return url;
        throw new CrawlError('STORE_AWAY', 'whether a content was claimed is unknown');
      });
    },
  };
}
