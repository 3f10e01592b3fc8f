import { sharedKafka } from '../kafka-engine.ts';
import { benchKafka } from './kafka-bench.ts';
import { benchLmdb } from './lmdb-bench.ts';

/** Messages per second, ours beside the bare library. */
export interface StreamRates {
  readonly publish: { readonly ours: number; readonly bare: number };
  readonly consume: { readonly ours: number; readonly bare: number };
}

/** What is measured, and how long. */
export interface BenchStreamOptions {
  readonly engine: 'lmdb' | 'kafka';
  readonly seconds: number;
  readonly batch: number;
  readonly say: (line: string) => void;
}

/** Durable messages of 500 bytes, in and out, both ways in the same run. */
export async function benchStream(options: BenchStreamOptions): Promise<StreamRates> {
  const { engine, seconds, batch, say } = options;
  say(`stream on ${engine}: messages of 500 bytes in batches of ${batch}`);
  if (engine === 'lmdb') return benchLmdb(seconds, batch);
  const servers = await sharedKafka();
  try {
    return await benchKafka(servers.brokers, seconds, batch);
  } finally {
    await servers.stop();
  }
}
