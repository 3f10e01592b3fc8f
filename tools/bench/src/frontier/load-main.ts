import type { LoadOrder, LoadResult } from './load-order.ts';
import { warmUpFrontier, warmUpPeer } from './warm-up.ts';
import {
  type FrontierClient,
  leaseSettle,
  leaseTimes,
  openFrontierClient,
  submitKnown,
  submitNew,
} from './mayfly-load.ts';
import { openPeer, type PeerClient } from './peer/peer-api.ts';
import { getComplete, getTimes, putKnown, putNew } from './peer/peer-load.ts';
import { cpuUsOf } from './process-facts.ts';

type Done = Pick<LoadResult, 'urls' | 'timesMs'>;

/** Does what the order says and prints what it came to; what is acknowledged meanwhile is a line of its own. */
const order = JSON.parse(process.argv[2]!) as LoadOrder;
if (order.api === 'mayfly') {
  await using client = await openFrontierClient(order.address);
  await warmUpFrontier(client, order);
  await measured(() => atFrontier(client));
} else {
  const client = openPeer(order.address);
  await warmUpPeer(client, order);
  await measured(() => atPeer(client));
  client.close();
}

async function measured(work: () => Promise<Done>): Promise<void> {
  const cpuNow = () => (order.pid === undefined ? undefined : cpuUsOf(order.pid));
  const startCpuUs = cpuNow();
  const startMs = performance.now();
  const done = await work();
  const seconds = (performance.now() - startMs) / 1_000;
  const cpuUs = startCpuUs === undefined ? {} : { cpuUs: cpuNow()! - startCpuUs };
  const result: LoadResult = { ...done, seconds, ...cpuUs };
  process.stdout.write(`${JSON.stringify({ result })}\n`);
}

async function atFrontier(client: FrontierClient): Promise<Done> {
  switch (order.step) {
    case 'submit-new':
      return { urls: await submitNew(client, order, tellAcknowledged) };
    case 'submit-known':
      return { urls: await submitKnown(client, order, tellAcknowledged) };
    case 'lease-settle':
      return { urls: await leaseSettle(client, order, tellAcknowledged) };
    case 'lease-times':
      return await leaseTimes(client, order, tellAcknowledged);
  }
}

async function atPeer(client: PeerClient): Promise<Done> {
  switch (order.step) {
    case 'submit-new':
      return { urls: await putNew(client, order, tellAcknowledged) };
    case 'submit-known':
      return { urls: await putKnown(client, order, tellAcknowledged) };
    case 'lease-settle':
      return { urls: await getComplete(client, order, tellAcknowledged) };
    case 'lease-times':
      return await getTimes(client, order, { acknowledged: tellAcknowledged });
  }
}

function tellAcknowledged(acknowledged: number): void {
  process.stdout.write(`${JSON.stringify({ acknowledged })}\n`);
}
