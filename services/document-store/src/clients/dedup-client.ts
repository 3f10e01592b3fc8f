import { type DedupServiceDefinition, Verdict } from '@mayfly/contracts/dedup/v1';
import { CrawlError } from '@mayfly/errors';
import type { Client, Reachability } from '@mayfly/grpc';
import type { Judge } from '../core/ports.ts';

/** What one call of the contract takes. */
const MAX_DOCUMENTS = 1_000;

/** dedup as the core asks it. */
export function judgeBy(
  dedup: Pick<Client<DedupServiceDefinition>, 'judgeDocuments'>,
  reach: Reachability,
): Judge {
  const ask = async (documents: Parameters<Judge>[0]) => {
    const asked = documents.map(({ url, attempt, sha256 }) => ({
      ...{ url, attempt, contentSha256: sha256 },
    }));
    const { judgements } = await dedup.judgeDocuments({ documents: asked });
    if (judgements.length === documents.length) return judgements;
    throw new CrawlError('DEPENDENCY_AWAY', 'dedup gave another number of verdicts');
  };
  return async (documents) => {
    if (documents.length === 0) reach.waitWithOthers();
    const verdicts: (string | undefined)[] = [];
    for (let at = 0; at < documents.length; at += MAX_DOCUMENTS) {
      const judgements = await reach.need(ask(documents.slice(at, at + MAX_DOCUMENTS)));
      verdicts.push(
        ...judgements.map(({ verdict, duplicateOf }) =>
          verdict === Verdict.VERDICT_SAME ? duplicateOf : undefined,
        ),
      );
    }
    return verdicts;
  };
}
