import { CrawlError } from '@mayfly/errors';
import { bytes, defineTable, insert, number, type RowOf, type Store, text } from '@mayfly/store';
import { urlId } from '@mayfly/url';
import type { Candidate, Judgement, Verdicts } from '../core/ports.ts';

/** What was said of each attempt. */
export const verdictsTable = defineTable({
  name: 'dedupVerdicts',
  format: 1,
  columns: { urlId: bytes(), attempt: number(), duplicateOf: text().optional() },
  key: ['urlId', 'attempt'],
  partition: 1,
});

/** The table as the core wants it. */
export function verdictsIn(store: Store): Verdicts {
  const of = async (candidates: readonly Candidate[]) => {
    const rows = await store.getMany(verdictsTable, candidates.map(keyOf));
    return rows.map((row) => (row === undefined ? undefined : judgementOf(row)));
  };
  return {
    of,
    keep: async (judged) => {
      const answers = await store.write(
        judged.map(({ candidate, judgement }) => ({
          writes: [insert(verdictsTable, { ...keyOf(candidate), ...judgement })],
        })),
      );
      if (answers.every(({ outcome }) => outcome === 'applied')) {
        return judged.map(({ judgement }) => judgement);
      }
      // Refused and unknown are read again: what is there holds.
      const kept = await of(judged.map(({ candidate }) => candidate));
      return kept.map((judgement) => {
        if (judgement !== undefined) return judgement;
        throw new CrawlError('STORE_AWAY', 'whether a verdict was kept is unknown');
      });
    },
  };
}

function keyOf({ url, attempt }: Candidate) {
  return { urlId: urlId(url), attempt };
}

function judgementOf({ duplicateOf }: RowOf<typeof verdictsTable>): Judgement {
  return duplicateOf === undefined ? {} : { duplicateOf };
}
