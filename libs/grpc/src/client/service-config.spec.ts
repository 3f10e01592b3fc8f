import { describe, expect, it } from '@jest/globals';
import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import { serviceConfig } from './service-config.ts';

describe('serviceConfig', () => {
  it('lets only those calls be tried again that the contract calls idempotent', () => {
    const config = JSON.parse(serviceConfig(ToyServiceDefinition)) as {
      methodConfig: { name: { method: string }[] }[];
    };
    const retried = config.methodConfig.flatMap(({ name }) => name.map(({ method }) => method));
    expect(retried).toEqual(['GetCounter', 'PutCounter', 'Fail', 'WatchCounter', 'SumNumbers']);
  });

  it('lets a burst of failures be tried again, and a lasting outage not', () => {
    const config = JSON.parse(serviceConfig(ToyServiceDefinition)) as {
      retryThrottling: { maxTokens: number; tokenRatio: number };
    };
    const { maxTokens, tokenRatio } = config.retryThrottling;
    // gRPC takes no more than a thousand tokens, and stops at half of them.
    expect(maxTokens).toBe(1_000);
    expect(tokenRatio).toBe(0.1);
  });
});
