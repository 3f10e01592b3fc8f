import { type DedupServiceDefinition, Verdict } from '@mayfly/contracts/dedup/v1';
import { CrawlError, errorCodeOf, isRetryable } from '@mayfly/errors';
import type { Client } from '@mayfly/grpc';
import type { Judge } from '../core/ports.ts';

/** What one call of the contract takes. */
const MAX_DOCUMENTS = 1_000;

/** dedup as the core asks it. */
export function judgeBy(dedup: Pick<Client<DedupServiceDefinition>, 'judgeDocuments'>): Judge {
  return async (documents) => {
    const verdicts: (string | undefined)[] = [];
    for (let at = 0; at < documents.length; at += MAX_DOCUMENTS) {
      const some = documents.slice(at, at + MAX_DOCUMENTS);
      const { judgements } = await dedup
        .judgeDocuments({
          documents: some.map(({ url, attempt, sha256 }) => ({
            ...{ url, attempt, contentSha256: sha256 },
          })),
        })
        .catch(waitForIt);
      if (judgements.length !== some.length) {
        throw new CrawlError('DEPENDENCY_AWAY', 'dedup gave another number of verdicts');
      }
      verdicts.push(
        ...judgements.map(({ verdict, duplicateOf }) =>
          verdict === Verdict.VERDICT_SAME ? duplicateOf : undefined,
        ),
      );
    }
    return verdicts;
  };
}

/**
 * A dedup that is set up wrongly, too old, or broken is as good as away: the partition waits, and no message is given up for
 * it. Only what it says of the request itself is about the message.
 */
function waitForIt(error: unknown): never {
  if (isRetryable(error) || errorCodeOf(error) === 'REQUEST_INVALID') throw error;
  throw new CrawlError('DEPENDENCY_AWAY', 'dedup cannot judge now', { cause: error });
}
