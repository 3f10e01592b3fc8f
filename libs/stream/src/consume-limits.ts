import type { ConsumeOptions } from './stream.ts';

/** What a consumer takes at a time, with every question answered. */
export interface ConsumeLimits {
  readonly maxBatch: number;
  readonly maxBatchBytes: number;
  readonly maxTries: number;
}

/** Fills in the defaults that `ConsumeOptions` names. */
export function limitsOf({
  maxBatch = 500,
  maxBatchBytes = 4_000_000,
  maxTries = 5,
}: Partial<ConsumeLimits> | ConsumeOptions<never>): ConsumeLimits {
  return { maxBatch, maxBatchBytes, maxTries };
}
