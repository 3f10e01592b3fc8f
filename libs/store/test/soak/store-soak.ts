import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findWay, withoutGiven } from '@mayfly/stack';
import { temporaryFolder } from '@mayfly/testing';
import { killOneWriter } from '../faults/lmdb-kill.ts';
import { loadedMongo, MONGO_FAULTS } from '../faults/mongo-fault.ts';

/** What was done to an engine, and what it cost. */
export interface StoreSoak {
  readonly engine: 'lmdb' | 'mongodb';
  readonly rounds: number;
  /** Processes killed with SIGKILL: writers on LMDB, servers on MongoDB. */
  readonly kills: number;
  /** Primaries that stepped down or were frozen for a while. */
  readonly outages: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly halfWritten: number;
}

/** How often, by which chance, and whom to tell. */
export interface StoreSoakOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

const LONGEST_FREEZE_MS = 4_000;
const LONGEST_PEACE_MS = 1_000;

/** Kills and outages at random moments while a real process writes; after each, all that was acknowledged is checked. */
export async function soakStore(options: StoreSoakOptions): Promise<StoreSoak[]> {
  const lmdb = await soakLmdb(options);
  const { way, tried } = await findWay('mongodb', withoutGiven(process.env));
  if (way !== undefined) return [lmdb, await soakMongo(options)];
  options.say('mongodb: not soaked, because no server can be had:');
  for (const refusal of tried) options.say(`  ${refusal.way}: ${refusal.reason}`);
  return [lmdb];
}

async function soakLmdb({ rounds, random, say }: StoreSoakOptions): Promise<StoreSoak> {
  await using temporary = await temporaryFolder();
  let [acknowledged, lost, halfWritten] = [0, 0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const state = await killOneWriter(join(temporary.path, 'data'), random);
    acknowledged += state.acknowledged;
    lost += state.lost;
    halfWritten += state.halfWritten;
    say(`lmdb round ${round}: killed after ${state.acknowledged} parts, lost ${state.lost}`);
  }
  const done = { rounds, kills: rounds, outages: 0 };
  return { engine: 'lmdb', ...done, acknowledged, lost, halfWritten };
}

async function soakMongo({ rounds, random, say }: StoreSoakOptions): Promise<StoreSoak> {
  const mongo = await loadedMongo();
  try {
    let [kills, acknowledged, lost, halfWritten] = [0, 0, 0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      const fault = MONGO_FAULTS[Math.floor(random() * MONGO_FAULTS.length)]!;
      await delay(random() * LONGEST_PEACE_MS);
      await mongo.strike(fault, random() * LONGEST_FREEZE_MS);
      const state = await mongo.check();
      kills += Number(fault === 'kill');
      acknowledged = state.acknowledged;
      lost += state.lost;
      halfWritten += state.halfWritten;
      say(`mongodb round ${round}: ${fault}, ${acknowledged} parts so far, lost ${state.lost}`);
    }
    const done = { rounds, kills, outages: rounds - kills };
    return { engine: 'mongodb', ...done, acknowledged, lost, halfWritten };
  } finally {
    await mongo.stop();
  }
}
