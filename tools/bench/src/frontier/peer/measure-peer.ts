import { randomUUID } from 'node:crypto';
import { UsageError } from '@mayfly/command-line';
import type { About, Measured, Whole } from '../frontier-figures.ts';
import type { LoadOrder } from '../load-order.ts';
import { LoadProcess } from '../load-process.ts';
import { resultOf } from '../progress.ts';
import { stepsOf } from '../steps.ts';
import { warmUpCrawlOf } from '../warm-up.ts';
import { openPeer } from './peer-api.ts';
import { beginPeer, endPeer } from './peer-load.ts';

/** A run against a server of somebody else's. */
export interface PeerRun extends About {
  readonly address: string;
  readonly scatter: boolean;
  readonly core: number | undefined;
  readonly say: (line: string) => void;
}

const ANSWERS_WITHIN_MS = 5_000;

/** Before anything is measured: throws where nobody answers. */
export async function checkPeer(address: string): Promise<void> {
  const client = openPeer(address);
  try {
    await new Promise<void>((resolve, reject) => {
      client.waitForReady(new Date(Date.now() + ANSWERS_WITHIN_MS), (error) => {
        if (error === undefined) resolve();
        else reject(new UsageError(`--peer: nobody answers at ${address}`));
      });
    });
  } finally {
    client.close();
  }
}

/** The same URLs in the same steps, in a crawl of its own that is deleted at the end. */
export async function measurePeer({ address, say, core, ...about }: PeerRun): Promise<Whole> {
  const crawl = `mayfly-bench-${randomUUID().slice(0, 8)}`;
  const client = openPeer(address);
  const measured: Measured[] = [];
  const { urls, hosts } = about;
  try {
    await beginPeer(client);
    for (const step of stepsOf(urls)) {
      const order: LoadOrder = { ...about, ...step, address, api: 'urlfrontier', crawl };
      await using load = new LoadProcess(order, core);
      try {
        const result = await resultOf(load, {
          ...{ about: `urlfrontier, ${urls} URLs, ${hosts} hosts`, say },
          ...{ step: step.step, expected: step.expected },
        });
        const took = `${result.urls} in ${result.seconds.toFixed(2)} s`;
        say(`urlfrontier, ${urls} URLs, ${hosts} hosts: ${step.step} ${took}`);
        measured.push({ step: step.step, result });
      } catch (error) {
        say(`urlfrontier: ${step.step} was not measured: ${(error as Error).message}`);
      }
    }
    await endPeer(client, crawl);
    await endPeer(client, warmUpCrawlOf(crawl));
  } finally {
    client.close();
  }
  return { measured };
}
