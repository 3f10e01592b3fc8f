import { openFetchBench } from '@mayfly/fetcher/bench';
import type { FetchWay } from './fetch-way.ts';

/** The fetcher's own way, with the decision by robots.txt, guards, limits and unpacking. */
export function ourWay(): FetchWay {
  return openFetchBench();
}
