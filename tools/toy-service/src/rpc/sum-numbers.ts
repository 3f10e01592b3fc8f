import type { SumNumbersRequest, SumNumbersResponse } from '@mayfly/contracts/testing/v1';

export async function sumNumbers(
  requests: AsyncIterable<SumNumbersRequest>,
): Promise<SumNumbersResponse> {
  const total = { sum: 0, count: 0 };
  for await (const { number } of requests) {
    total.sum += number;
    total.count += 1;
  }
  return total;
}
