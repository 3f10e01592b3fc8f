import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { embeddedEngines } from '@mayfly/engines';
import { openFrontier } from '@mayfly/frontier';
import { loadConfig } from '@mayfly/frontier/config';
import { Closer } from '@mayfly/lifecycle';
import { once } from 'node:events';

/** A frontier alone, on the embedded engine in the folder that is named; says where it answers. */
const [dataFolder] = process.argv.slice(2) as [string];

const closer = new Closer();
const around = { clock: systemClock, random: Math.random };
const folder = closer.add('data folder', await openDataFolder(dataFolder), (it) => it.close());
const engines = closer.add('engines', await embeddedEngines(folder, around), (it) => it.close());
const config = loadConfig({
  FRONTIER_GRPC_ADDRESS: '127.0.0.1:0',
  FRONTIER_REQUESTS_PER_SECOND: '1000000',
});
const { address } = await openFrontier(config, closer, engines);
process.stdout.write(`${JSON.stringify({ address })}\n`);
await once(process, 'SIGTERM');
await closer.close();
