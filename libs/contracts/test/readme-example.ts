import { PutCounterRequest, ToyServiceDefinition } from '@mayfly/contracts/testing/v1';

export async function example(): Promise<string> {
  const bytes = PutCounterRequest.encode({ name: 'pages', value: 3 }).finish();
  const { idempotencyLevel } = ToyServiceDefinition.methods.putCounter.options;
  return `${PutCounterRequest.decode(bytes).name}: ${idempotencyLevel}`;
}
