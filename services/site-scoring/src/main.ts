import { run } from '@mayfly/lifecycle';
import { log, stopTelemetry } from '@mayfly/telemetry';
import { loadConfig } from './config.ts';
import { openSiteScoring } from './service.ts';

void run({
  log,
  argv: process.argv,
  env: process.env,
  loadConfig,
  open: (config, closer) => {
    closer.add('telemetry', undefined, stopTelemetry);
    return openSiteScoring(config, closer);
  },
});
