import { EnvReader, type Environment } from '@mayfly/config';
import { type ClusterSettings, readClusterSettings } from '@mayfly/engines';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';

/** The settings of one site-scoring. */
export interface SiteScoringConfig {
  readonly grpc: GrpcSettings;
  readonly cluster: ClusterSettings;
}

export function loadConfig(env: Environment): SiteScoringConfig {
  const read = new EnvReader(env, 'SITE_SCORING_');
  return read.done({
    grpc: readGrpcSettings(read, 'SITE_SCORING_', { port: 7105 }),
    cluster: readClusterSettings(read, 'SITE_SCORING_'),
  });
}
