import { parseArgs } from 'node:util';
import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { embeddedEngines } from '@mayfly/engines';
import { run } from '@mayfly/lifecycle';
import { log, stopTelemetry } from '@mayfly/telemetry';
import { loadConfig, openFrontier } from '../../src/service.ts';

// A frontier alone on the embedded engine, as a process that can be killed.
void run({
  log,
  argv: [],
  env: process.env,
  loadConfig,
  open: async (config, closer) => {
    const { data } = parseArgs({ options: { data: { type: 'string', default: '' } } }).values;
    closer.add('telemetry', undefined, stopTelemetry);
    const folder = closer.add('folder', await openDataFolder(data), (open) => open.close());
    const engines = await embeddedEngines(folder, { clock: systemClock, random: Math.random });
    closer.add('engines', engines, (open) => open.close());
    await openFrontier(config, closer, engines);
  },
});
