import { SubmitAnswer, type SubmitUrlsResponse } from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { type BadLine, SHOWN_BAD_LINES, type UrlBatch } from './url-batches.ts';

/** What became of the lines of an import so far. */
export interface Counts {
  readonly newUrls: number;
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
  let { newUrls, known } = counts;
  const refused = { ...counts.refused };
  for (const { answer, rule } of results) {
    if (answer === SubmitAnswer.SUBMIT_ANSWER_NEW) newUrls += 1;
    else if (answer === SubmitAnswer.SUBMIT_ANSWER_KNOWN) known += 1;
    else if (answer === SubmitAnswer.SUBMIT_ANSWER_REFUSED)
      refused[rule] = (refused[rule] ?? 0) + 1;
    else if (answer === SubmitAnswer.SUBMIT_ANSWER_CRAWL_UNKNOWN) {
      throw new CrawlError('CRAWL_UNKNOWN', 'the frontier does not know the crawl');
    } else throw new CrawlError('DEPENDENCY_AWAY', 'another frontier has the bucket of a URL');
  }
  return {
    newUrls,
    known,
    refused,
    bad: counts.bad + bad,
    badLines: [...counts.badLines, ...badLines].slice(0, SHOWN_BAD_LINES),
  };
}
