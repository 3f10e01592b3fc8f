import { type KafkaServers, NoWayError, startKafka, withoutGiven } from '@mayfly/stack';
import { seededRandom } from '@mayfly/testing';
import { freshTopic } from '../harness.ts';
import { kafkaEngine } from '../kafka-engine.ts';
import { lmdbEngine } from '../lmdb-engine.ts';
import { KafkaRound } from './kafka-round.ts';
import { LmdbRound } from './lmdb-round.ts';
import { emptyTally, type Tally } from './tally.ts';

/** How long and on what numbers. */
export interface SoakStreamOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly random?: () => number;
  readonly say: (line: string) => void;
}

/** Kills and outages at random moments on both engines: what was done, and what it cost. */
export async function soakStream(options: SoakStreamOptions): Promise<readonly Tally[]> {
  const { rounds, seed, say, random = seededRandom(seed) } = options;
  const lmdb = emptyTally('lmdb');
  for (let round = 1; round <= rounds; round += 1) {
    const engine = await lmdbEngine();
    try {
      const topic = freshTopic('soak', { partitions: 2 });
      say(`lmdb ${round}/${rounds}: ${await new LmdbRound(engine, topic, random).run(lmdb)}`);
    } finally {
      await engine.closeAll();
    }
  }
  const servers = await kafkaOrNone(say);
  if (servers === undefined) return [lmdb];
  const kafka = emptyTally('kafka');
  const engine = kafkaEngine(servers.brokers);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const topic = freshTopic('soak', { partitions: 2 });
      const line = await new KafkaRound({ engine, topic, random, servers }).run(kafka);
      say(`kafka ${round}/${rounds}: ${line}`);
    }
  } finally {
    await engine.closeAll();
    await servers.stop();
  }
  return [lmdb, kafka];
}

/** A broker of our own: this one is killed, so it must not be one that others use. */
async function kafkaOrNone(say: (line: string) => void): Promise<KafkaServers | undefined> {
  try {
    return await startKafka({ nodes: 1, env: withoutGiven(process.env) });
  } catch (error) {
    if (!(error instanceof NoWayError)) throw error;
    say(`kafka: NOT SOAKED: ${error.message}`);
    return undefined;
  }
}
