import { isIdempotent, type ServiceDefinition } from '../definition.ts';

/**
 * What gRPC does on its own when a call fails. The contract decides: only what may be done twice is
 * tried again. The others are tried again only where gRPC knows that no server has seen them.
 */
export function serviceConfig(service: ServiceDefinition): string {
  const twice = Object.values(service.methods).filter(isIdempotent);
  return JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig:
      twice.length === 0
        ? []
        : [
            {
              name: twice.map((method) => ({ service: service.fullName, method: method.name })),
              retryPolicy: RETRY_POLICY,
            },
          ],
    retryThrottling: RETRY_THROTTLING,
  });
}

/** RESOURCE_EXHAUSTED is our servers' "too much to do"; they say when to come again. */
const RETRY_POLICY = {
  maxAttempts: 5,
  initialBackoff: '0.1s',
  maxBackoff: '2s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE', 'RESOURCE_EXHAUSTED'],
};

/**
 * A failed try costs one token, a success earns a tenth; below half there are no second tries. So a
 * burst of some hundred failures, as when a server goes, is retried, and a lasting outage is not
 * made worse.
 */
const RETRY_THROTTLING = { maxTokens: 1_000, tokenRatio: 0.1 };
