import type { GetBucketsResponse } from '@mayfly/contracts/frontier/v1';
import { HOST_BUCKETS } from '@mayfly/url';
import type { BucketMap } from '../core/bucket-map.ts';

export const getBuckets = (map: BucketMap) => async (): Promise<GetBucketsResponse> => ({
  buckets: HOST_BUCKETS,
  ranges: map.ranges().map(({ first, last, replica, address, epoch }) => ({
    ...{ first, last, replica, address, epoch },
  })),
  replica: map.replica,
});
