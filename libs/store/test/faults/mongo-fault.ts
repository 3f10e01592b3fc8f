import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@mayfly/clock';
import { type MongoServers, startMongo, withoutGiven } from '@mayfly/stack';
import { openMongoStore, type Store } from '@mayfly/store';
import { eventually, startProcess, type StartedProcess } from '@mayfly/testing';
import { acknowledgedBy } from './acknowledged.ts';
import { CHAIN_TABLES, type ChainState, checkChains } from './chain-table.ts';

/** What can happen to a primary. */
export const MONGO_FAULTS = ['step down', 'kill', 'freeze'] as const;
export type MongoFault = (typeof MONGO_FAULTS)[number];

/** Three servers and a real process that writes to them without a pause. */
export interface LoadedMongo {
  /** Does it to the primary, undoes it, and waits until writes are acknowledged again. */
  strike(fault: MongoFault, frozenMs: number): Promise<void>;
  /** Reads everything while the writer goes on. */
  check(): Promise<ChainState & { readonly acknowledged: number }>;
  stop(): Promise<void>;
}

/** Servers of our own, never the shared ones: these are going to be hurt. */
export async function loadedMongo(): Promise<LoadedMongo> {
  const servers = await startMongo({ nodes: 3, env: withoutGiven(process.env) });
  const database = `faults-${randomUUID()}`;
  const options = { url: servers.url, database, tables: CHAIN_TABLES, prepare: true };
  const store = await openMongoStore({ ...options, clock: systemClock, random: Math.random });
  const file = new URL('./mongo-writer.ts', import.meta.url).pathname;
  const writer = startProcess({ name: 'writer', file, args: [servers.url, database] });
  await writer.waitForLine('acknowledged', { withinMs: 60_000 });
  return {
    strike: async (fault, frozenMs) => {
      await strikePrimary(servers, fault, frozenMs);
      await untilGoingOn(writer);
    },
    check: () => checkWriter(store, writer),
    stop: async () => {
      await writer.kill9();
      await store.close();
      await servers.stop();
    },
  };
}

async function strikePrimary(
  servers: MongoServers,
  fault: MongoFault,
  frozenMs: number,
): Promise<void> {
  if (fault === 'step down') return servers.stepDown(2);
  const primary = await servers.primary();
  if (fault === 'kill') {
    await primary.kill();
    await primary.start();
    return;
  }
  await primary.freeze();
  await delay(frozenMs);
  await primary.thaw();
}

/** Every lane has to move: one that hangs for ever would lose nothing. */
async function untilGoingOn(writer: StartedProcess): Promise<void> {
  const before = acknowledgedBy(writer).last;
  await eventually(
    () => {
      if (writer.output.includes('Error')) throw new Error(writer.output);
      const now = acknowledgedBy(writer).last;
      return before.entries().every(([lane, link]) => now.get(lane)! > link + 1);
    },
    { what: 'acknowledgements on every lane after the fault', withinMs: 60_000, everyMs: 50 },
  );
}

/** Acknowledged before the reading began is what must be there; the writer goes on meanwhile. */
async function checkWriter(
  store: Store,
  writer: StartedProcess,
): Promise<ChainState & { acknowledged: number }> {
  const { last, count } = acknowledgedBy(writer);
  writer.freeze();
  try {
    return { ...(await checkChains(store, last)), acknowledged: count };
  } finally {
    writer.thaw();
  }
}
