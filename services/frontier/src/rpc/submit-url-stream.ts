import type { SubmitUrlsRequest, SubmitUrlsResponse } from '@mayfly/contracts/frontier/v1';
import type { ServerCall } from '@mayfly/grpc';
import type { Desk } from '../core/desk.ts';
import { inOrder } from './in-order.ts';
import { submitUrls } from './submit-urls.ts';

/** Enough that the batches of one stream share flushes. */
const MOST_UNDER_WAY = 8;

export const submitUrlStream = (desk: Pick<Desk, 'submitting' | 'frontier'>) => {
  const answer = submitUrls(desk);
  return (
    requests: AsyncIterable<SubmitUrlsRequest>,
    call: ServerCall,
  ): AsyncIterable<SubmitUrlsResponse> =>
    inOrder(requests, { answer, most: MOST_UNDER_WAY, stop: call.draining });
};
