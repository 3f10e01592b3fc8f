import { run } from '@mayfly/lifecycle';
import { log, stopTelemetry } from '@mayfly/telemetry';
import { loadConfig } from './config.ts';
import { openDedup } from './service.ts';

void run({
  log,
  argv: process.argv,
  env: process.env,
  loadConfig,
  open: async (config, closer) => {
    closer.add('telemetry', undefined, stopTelemetry);
    await openDedup(config, closer);
  },
});
