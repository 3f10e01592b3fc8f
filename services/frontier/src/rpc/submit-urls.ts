import type {
  Discoverer,
  Submission as ProtoSubmission,
  SubmissionDefaults,
  SubmitUrlsRequest,
  SubmitUrlsResponse,
} from '@mayfly/contracts/frontier/v1';
import type { Desk } from '../core/desk.ts';
import type { Submission, SubmitResult } from '../core/submitting.ts';
import { urlsSubmitted } from '../events.ts';
import {
  checkBytes,
  checkCount,
  checkCrawlName,
  checkFinite,
  checkGroup,
  checkUrlText,
  checkWhole,
  invalid,
} from './request-checks.ts';
import { activeTraceparent } from './traceparent.ts';

const MOST = 10_000;

export const submitUrls =
  ({ submitting, frontier }: Pick<Desk, 'submitting' | 'frontier'>) =>
  async (request: SubmitUrlsRequest): Promise<SubmitUrlsResponse> => {
    checkCount('submissions', request.submissions.length, MOST);
    const defaults = defaultsOf(request.defaults);
    const submissions = request.submissions.map((one, at) => submissionOf(one, at, defaults));
    const results = await submitting.submit(submissions, activeTraceparent());
    urlsSubmitted(results.map(({ answer }) => answer));
    return {
      results: results.map((result, at) => shortened(result, submissions[at]!)),
      owners: results.flatMap(({ host }) => (host === undefined ? [] : frontier.ownerOf(host))),
    };
  };

/** What a submission says where it says nothing itself; checked once for all of them. */
interface Defaults {
  readonly crawl: string | undefined;
  readonly found: Found | undefined;
}

type Found = Pick<Submission, 'source' | 'sourceAttempt'>;

function defaultsOf(given: SubmissionDefaults | undefined): Defaults {
  const { crawl = '', discoverer } = given ?? {};
  return {
    crawl: crawl === '' ? undefined : checkCrawlName('defaults.crawl', crawl),
    found: discoverer === undefined ? undefined : foundBy('defaults.discoverer', discoverer),
  };
}

function submissionOf(given: ProtoSubmission, at: number, defaults: Defaults): Submission {
  const field = `submissions[${at}]`;
  const { discoverer, priority, depth, hops, seed, crawl } = given;
  const found =
    discoverer === undefined ? defaults.found : foundBy(`${field}.discoverer`, discoverer);
  if (found === undefined) throw invalid(`${field}.discoverer`, 'is missing');
  if (priority !== undefined) checkFinite(`${field}.priority`, priority);
  const { source, sourceAttempt } = found;
  return {
    crawl:
      crawl === '' && defaults.crawl !== undefined
        ? defaults.crawl
        : checkCrawlName(`${field}.crawl`, crawl),
    url: checkUrlText(`${field}.url`, given.url),
    source,
    sourceAttempt,
    priority,
    depth,
    hops,
    seed,
    minRevision: checkWhole(`${field}.min_revision`, given.minRevision),
    group: checkGroup(`${field}.group`, given.group),
  };
}

function foundBy(field: string, { source, attempt }: Discoverer): Found {
  if (source === '') throw invalid(`${field}.source`, 'is missing');
  return {
    source: checkBytes(`${field}.source`, source, 8_192),
    sourceAttempt: checkWhole(`${field}.attempt`, attempt),
  };
}

/** Most URLs come normalised: then the answer need not say them again. */
function shortened(result: SubmitResult, { url }: Submission): SubmitResult {
  return result.url === url ? { answer: result.answer, rule: result.rule, url: '' } : result;
}
