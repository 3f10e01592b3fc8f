import type { ProcessSettings } from '@mayfly/config';
import {
  envDetector,
  hostDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { AlwaysOffSampler, NoopSpanProcessor } from '@opentelemetry/sdk-trace';
import {
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_NAMESPACE,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions';
import { metricReaders } from './metric-readers.ts';
import type { TelemetrySettings } from './start-telemetry.ts';

/**
 * Starts the SDK and gives back how to stop it. No instrumentation is registered: ours is written by
 * hand, so that no header of ours ever reaches a site that is crawled.
 */
export async function startSdk(
  { service, version, env }: TelemetrySettings,
  processSettings: ProcessSettings,
): Promise<() => Promise<void>> {
  const sdk = new NodeSDK({
    // Variables such as OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES go before these.
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAMESPACE]: 'mayfly',
      [ATTR_SERVICE_NAME]: service,
      [ATTR_SERVICE_VERSION]: version,
    }),
    // The SDK's own list would add the command line, which may hold secrets.
    ...(env.OTEL_NODE_RESOURCE_DETECTORS === undefined
      ? { resourceDetectors: [serviceInstanceIdDetector, hostDetector, envDetector] }
      : {}),
    // Logs go to standard output, where every platform picks them up.
    logRecordProcessors: [],
    metricReaders: await metricReaders(processSettings),
    // With nowhere to send spans to, ids are still made for the logs.
    ...(processSettings.traces.length === 0
      ? { spanProcessors: [new NoopSpanProcessor()], sampler: new AlwaysOffSampler() }
      : {}),
  });
  sdk.start();
  return () => sdk.shutdown();
}
