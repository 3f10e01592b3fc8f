import { EnvReader, type Environment, examineConfig } from '@mayfly/config';

function loadConfig(env: Environment) {
  const read = new EnvReader(env, 'FRONTIER_');
  return read.done({
    listen: read.address('FRONTIER_LISTEN', {
      means: 'Where gRPC listens.',
      fallback: { host: '127.0.0.1', port: 7101 },
      listen: true,
    }),
    leaseTtlMs: read.duration('FRONTIER_LEASE_TTL_MS', {
      means: 'How long a fetcher may hold a URL before it is handed to another.',
      fallback: 60_000,
      min: 1_000,
      max: 3_600_000,
    }),
    mongoUrl: read.secret('FRONTIER_MONGO_URL', { means: 'The database.', fallback: undefined }),
  });
}

export async function example() {
  const good = loadConfig({ FRONTIER_LEASE_TTL_MS: '2m', FRONTIER_MONGO_URL: 'mongodb://db' });
  const bad = examineConfig(loadConfig, { FRONTIER_LEASE_TTL_MS: '0s', FRONTIER_LISTE: 'x:1' });
  return { leaseTtlMs: good.leaseTtlMs, mongoUrl: String(good.mongoUrl), bad };
}
