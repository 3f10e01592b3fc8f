import { SubmitAnswer, type SubmitUrlsResponse } from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { type BadLine, SHOWN_BAD_LINES, type UrlBatch } from './url-batches.ts';

/** What became of the lines of an import so far. */
export interface Counts {
  readonly newUrls: number;
  /** Those of them that nobody has asked for: they have no priority. Files of earlier builds do not count them. */
  readonly parked?: number;
  readonly known: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly bad: number;
  /** The first few of them. */
  readonly badLines: readonly BadLine[];
}

export const NO_COUNTS: Counts = { newUrls: 0, known: 0, refused: {}, bad: 0, badLines: [] };

/** The counts with one batch more. */
export function withBatch(
  counts: Counts,
  { urls, bad, badLines }: Pick<UrlBatch, 'urls' | 'bad' | 'badLines'>,
  results: SubmitUrlsResponse['results'],
): Counts {
  if (results.length !== urls.length) {
    throw new CrawlError('INTERNAL', `${results.length} answers to ${urls.length} URLs`);
  }
  let { newUrls, known, parked = 0 } = counts;
  const refused = { ...counts.refused };
  for (const [at, { answer, rule }] of results.entries()) {
    if (answer === SubmitAnswer.SUBMIT_ANSWER_NEW) {
      newUrls += 1;
      if (urls[at]?.priority === undefined) parked += 1;
    } else if (answer === SubmitAnswer.SUBMIT_ANSWER_KNOWN) known += 1;
    else if (answer === SubmitAnswer.SUBMIT_ANSWER_REFUSED)
      refused[rule] = (refused[rule] ?? 0) + 1;
    else if (answer === SubmitAnswer.SUBMIT_ANSWER_CRAWL_UNKNOWN) {
      throw new CrawlError(
        'CRAWL_UNKNOWN',
        '--crawl: the frontier knows none of that name; `mayfly crawls` lists those that there are',
      );
    } else throw new CrawlError('DEPENDENCY_AWAY', 'another frontier has the bucket of a URL');
  }
  return {
    newUrls,
    parked,
    known,
    refused,
    bad: counts.bad + bad,
    badLines: [...counts.badLines, ...badLines].slice(0, SHOWN_BAD_LINES),
  };
}
