import { Outcome } from '@mayfly/contracts/crawl/v1';
import {
  type FrontierServiceDefinition,
  type ListUrlsRequest,
  type UrlInfo,
  UrlState,
} from '@mayfly/contracts/frontier/v1';
import type { Client } from '@mayfly/grpc';
import { wordOf } from '../print/words.ts';
import type { Output } from './output.ts';

/** Which URLs are wanted. */
export type Selection = Pick<ListUrlsRequest, 'crawl' | 'state' | 'host' | 'outcome' | 'group'>;

/** How far an export has come. */
export interface ExportPlace {
  /** For the next page; undefined before the first. */
  readonly pageToken: string;
  readonly urls: number;
  /** What the output has of them. */
  readonly bytes: number;
}

/** One export. */
export interface Export {
  readonly client: Pick<Client<typeof FrontierServiceDefinition>, 'listUrls'>;
  readonly selection: Selection;
  readonly from: ExportPlace;
  readonly output: Output;
  /** Told after each page, once its lines are safe. */
  readonly reached: (place: ExportPlace) => Promise<void>;
  readonly stop: AbortSignal;
}

const PAGE = 1_000;

/** Writes all URLs of a selection; ends early where it is told to. */
export async function exportUrls(
  order: Export,
): Promise<{ place: ExportPlace; hasEnded: boolean }> {
  const { client, selection, output } = order;
  let place = order.from;
  while (!order.stop.aborted) {
    const request = { ...selection, pageSize: PAGE, pageToken: place.pageToken };
    const { urls, nextPageToken } = await client.listUrls(request);
    const fitting = urls.filter((url) => fits(url, selection));
    const bytes = await output.write(fitting.map(lineOf).join(''));
    place = {
      pageToken: nextPageToken,
      urls: place.urls + fitting.length,
      bytes: place.bytes + bytes,
    };
    if (nextPageToken === '') return { place, hasEnded: true };
    await order.reached(place);
  }
  return { place, hasEnded: false };
}

/** A frontier that is older than we are knows nothing of outcomes and groups, and gives all. */
function fits({ state, lastOutcome, group }: UrlInfo, wanted: Selection): boolean {
  if (wanted.group !== undefined && group !== wanted.group) return false;
  if (wanted.outcome === undefined) return true;
  return state === UrlState.URL_STATE_AT_REST && lastOutcome === wanted.outcome;
}

/** One line that `submit --file` reads back; what it does not read is for people. */
export function lineOf(info: UrlInfo): string {
  const { url, priority, depth, group, state, lastOutcome, settleTime } = info;
  const line = {
    url,
    ...(priority === undefined ? {} : { priority }),
    ...(depth === 0 ? {} : { depth }),
    ...(group === '' ? {} : { group }),
    state: wordOf(UrlState, state, 'URL_STATE_'),
    ...(lastOutcome === undefined ? {} : { outcome: wordOf(Outcome, lastOutcome, 'OUTCOME_') }),
    ...(settleTime === undefined ? {} : { settled: settleTime.toISOString() }),
  };
  return `${JSON.stringify(line)}\n`;
}
