import type { EchoRequest, EchoResponse } from '@mayfly/contracts/testing/v1';

export async function* echo(requests: AsyncIterable<EchoRequest>): AsyncGenerator<EchoResponse> {
  for await (const { payload } of requests) yield { payload };
}
