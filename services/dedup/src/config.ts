import { EnvReader, type Environment } from '@mayfly/config';
import { type ClusterSettings, readClusterSettings } from '@mayfly/engines';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';

/** The settings of one dedup. */
export interface DedupConfig {
  readonly grpc: GrpcSettings;
  /** Where the engines are, unless the process that opens the service brings its own. */
  readonly cluster: ClusterSettings;
}

export function loadConfig(env: Environment): DedupConfig {
  const read = new EnvReader(env, 'DEDUP_');
  return read.done({
    grpc: readGrpcSettings(read, 'DEDUP_', { port: 7104 }),
    cluster: readClusterSettings(read, 'DEDUP_'),
  });
}
