import { EnvReader, type Environment } from '@mayfly/config';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';

/** The settings of one toy. */
export interface ToyConfig {
  readonly grpc: GrpcSettings;
  /** What this instance calls itself in its answers. */
  readonly instance: string;
}

export function loadConfig(env: Environment): ToyConfig {
  const read = new EnvReader(env, 'TOY_');
  return read.done({
    grpc: readGrpcSettings(read, 'TOY_', { port: 7199 }),
    instance: read.text('TOY_INSTANCE', {
      means: 'What this instance calls itself in its answers.',
      fallback: 'toy',
      pattern: /^[\w-]{1,40}$/,
      form: '1 to 40 letters, digits, hyphens and underscores',
    }),
  });
}
