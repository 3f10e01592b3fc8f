import type {
  Submission as ProtoSubmission,
  SubmitUrlsRequest,
  SubmitUrlsResponse,
} from '@mayfly/contracts/frontier/v1';
import type { Desk } from '../core/desk.ts';
import type { Submission } from '../core/submitting.ts';
import { urlsSubmitted } from '../events.ts';
import {
  checkBytes,
  checkCount,
  checkCrawlName,
  checkFinite,
  checkUrlText,
  checkWhole,
  invalid,
} from './request-checks.ts';
import { activeTraceparent } from './traceparent.ts';

export const submitUrls =
  ({ submitting }: Pick<Desk, 'submitting'>) =>
  async (request: SubmitUrlsRequest): Promise<SubmitUrlsResponse> => {
    checkCount('submissions', request.submissions.length, 10_000);
    const submissions = request.submissions.map(submissionOf);
    const results = await submitting.submit(submissions, activeTraceparent());
    urlsSubmitted(results.map(({ answer }) => answer));
    return { results };
  };

function submissionOf(given: ProtoSubmission, at: number): Submission {
  const field = `submissions[${at}]`;
  const { discoverer, priority, depth, hops, seed } = given;
  if (discoverer === undefined) throw invalid(`${field}.discoverer`, 'is missing');
  if (priority !== undefined) checkFinite(`${field}.priority`, priority);
  return {
    crawl: checkCrawlName(`${field}.crawl`, given.crawl),
    url: checkUrlText(`${field}.url`, given.url),
    source: checkSource(`${field}.discoverer.source`, discoverer.source),
    sourceAttempt: checkWhole(`${field}.discoverer.attempt`, discoverer.attempt),
    priority,
    depth,
    hops,
    seed,
    minRevision: checkWhole(`${field}.min_revision`, given.minRevision),
  };
}

function checkSource(field: string, source: string): string {
  if (source === '') throw invalid(field, 'is missing');
  return checkBytes(field, source, 8_192);
}
