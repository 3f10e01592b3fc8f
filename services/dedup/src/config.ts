import { EnvReader, type Environment } from '@mayfly/config';
import { type MongoSettings, readMongoSettings } from '@mayfly/engines';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';

/** The settings of one dedup. */
export interface DedupConfig {
  readonly grpc: GrpcSettings;
  /** Where MongoDB is, unless the process that opens the service brings its own. */
  readonly cluster: MongoSettings;
}

export function loadConfig(env: Environment): DedupConfig {
  const read = new EnvReader(env, 'DEDUP_');
  return read.done({
    grpc: readGrpcSettings(read, 'DEDUP_', { port: 7104 }),
    cluster: readMongoSettings(read, 'DEDUP_'),
  });
}
