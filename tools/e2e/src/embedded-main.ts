import { parseArgs } from 'node:util';
import { run } from '@mayfly/lifecycle';
import { openEmbeddedSuite } from '@mayfly/mayfly/suite';
import { log, stopTelemetry } from '@mayfly/telemetry';

// All six services in one process that only serves, so that tests can end it in every way there is.
void run({
  log,
  argv: [],
  env: process.env,
  loadConfig: (env) => env,
  open: async (env, closer) => {
    const { data } = parseArgs({
      options: { data: { type: 'string', default: '.mayfly' } },
    }).values;
    closer.add('telemetry', undefined, stopTelemetry);
    await openEmbeddedSuite({ dataFolder: data, env }, closer);
  },
});
