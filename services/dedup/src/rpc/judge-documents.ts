import {
  type Document,
  type JudgeDocumentsRequest,
  type JudgeDocumentsResponse,
  Verdict,
} from '@mayfly/contracts/dedup/v1';
import { CrawlError } from '@mayfly/errors';
import { normaliseUrl } from '@mayfly/url';
import type { Judging } from '../core/judging.ts';
import type { Candidate } from '../core/ports.ts';
import { documentsJudged } from '../events.ts';

const MAX_DOCUMENTS = 1_000;
const SHA256_BYTES = 32;

export const judgeDocuments =
  ({ judging }: { readonly judging: Judging }) =>
  async ({ documents }: JudgeDocumentsRequest): Promise<JudgeDocumentsResponse> => {
    if (documents.length < 1 || documents.length > MAX_DOCUMENTS) {
      throw invalid('documents', `must be 1 to ${MAX_DOCUMENTS}, not ${documents.length}`);
    }
    const judgements = await judging.judge(documents.map(toCandidate));
    const same = judgements.filter(({ duplicateOf }) => duplicateOf !== undefined).length;
    documentsJudged(judgements.length - same, same);
    return {
      judgements: judgements.map(({ duplicateOf }) =>
        duplicateOf === undefined
          ? { verdict: Verdict.VERDICT_UNIQUE }
          : { verdict: Verdict.VERDICT_SAME, duplicateOf },
      ),
    };
  };

function toCandidate({ url, attempt, contentSha256 }: Document, at: number): Candidate {
  const normalised = normaliseUrl(url);
  if (!normalised.ok) throw invalid(`documents[${at}].url`, normalised.reason);
  if (normalised.url !== url) throw invalid(`documents[${at}].url`, 'is not normalised');
  if (!Number.isSafeInteger(attempt) || attempt < 1) {
    throw invalid(`documents[${at}].attempt`, 'must be 1 or more');
  }
  if (contentSha256.length !== SHA256_BYTES) {
    throw invalid(
      `documents[${at}].content_sha256`,
      `must have ${SHA256_BYTES} bytes, not ${contentSha256.length}`,
    );
  }
  return { url: normalised.url, attempt, sha256: contentSha256 };
}

function invalid(field: string, reason: string): CrawlError {
  return new CrawlError('REQUEST_INVALID', `${field}: ${reason}`);
}
