import type { GetStatusResponse } from '@mayfly/contracts/fetcher/v1';

/** What a fetcher says of itself. */
export interface FetcherStatus {
  readonly fetcherId: string;
  readonly userAgent: string;
  readonly maxLeases: number;
  readonly attempts: {
    readonly size: number;
    readonly totals: {
      readonly attempts: number;
      readonly documents: number;
      readonly bodyBytes: number;
    };
  };
  readonly loop: { readonly heldBack: string };
}

export const getStatus =
  ({ fetcherId, userAgent, maxLeases, attempts, loop }: FetcherStatus) =>
  async (): Promise<GetStatusResponse> => ({
    ...{ fetcherId, userAgent, maxLeases, ...attempts.totals },
    leases: attempts.size,
    heldBack: loop.heldBack,
  });
