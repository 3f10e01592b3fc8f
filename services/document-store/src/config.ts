import { EnvReader, type Environment } from '@mayfly/config';
import { type ClusterSettings, readClusterSettings } from '@mayfly/engines';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';

/** The settings of one document-store. */
export interface DocumentStoreConfig {
  readonly grpc: GrpcSettings;
  /** Where the engines are, unless the process that opens the service brings its own. */
  readonly cluster: ClusterSettings;
  readonly dedupTarget: string;
  readonly unclaimedKeepMs: number;
  readonly sweepEveryMs: number;
}

const DAY_MS = 86_400_000;

export function loadConfig(env: Environment): DocumentStoreConfig {
  const read = new EnvReader(env, 'DOCUMENT_STORE_');
  return read.done({
    grpc: readGrpcSettings(read, 'DOCUMENT_STORE_', { port: 7103 }),
    cluster: readClusterSettings(read, 'DOCUMENT_STORE_'),
    dedupTarget: read.text('DOCUMENT_STORE_DEDUP_TARGET', {
      means: 'Where dedup answers, as gRPC names targets.',
      fallback: 'dns:///127.0.0.1:7104',
    }),
    unclaimedKeepMs: read.duration('DOCUMENT_STORE_UNCLAIMED_KEEP', {
      means:
        'How long a body is kept that no message has named yet; longer than streams and dead letters are kept.',
      fallback: 30 * DAY_MS,
      min: 60_000,
      max: 3_650 * DAY_MS,
    }),
    sweepEveryMs: read.duration('DOCUMENT_STORE_SWEEP_EVERY', {
      means: 'How often bodies that nobody claimed are looked for.',
      fallback: 3_600_000,
      min: 1_000,
      max: DAY_MS,
    }),
  });
}
