import { randomBytes } from 'node:crypto';
import { defineTopic, type Topic } from '@mayfly/stream';

/** A message that is bytes already, so that nobody measures an encoding. */
export interface BenchMessage {
  readonly host: string;
  readonly payload: Uint8Array;
}

const PAYLOAD_BYTES = 500;

/** A topic of its own for each measurement. */
export function benchTopic(groups: readonly string[] = ['readers']): Topic<BenchMessage> {
  return defineTopic<BenchMessage>({
    name: `bench.${randomBytes(6).toString('hex')}.v1`,
    partitions: 4,
    retentionMs: 3_600_000,
    groups,
    key: ({ host }) => host,
    encode: ({ payload }) => payload,
    decode: (payload) => ({ host: '', payload }),
  });
}

/** A batch over so many hosts that every partition gets some. */
export function benchBatch(size: number): readonly BenchMessage[] {
  const payload = randomBytes(PAYLOAD_BYTES);
  return Array.from({ length: size }, (_, index) => ({ host: `host-${index % 64}.test`, payload }));
}

/** One way of doing the work; answers how many messages it did. */
export type Work = () => Promise<number>;

/** Messages per second of both, measured in turns, so that a busy moment of the machine hits both. */
export async function inTurns(
  ours: Work,
  bare: Work,
  seconds: number,
): Promise<{ ours: number; bare: number }> {
  const works = { ours, bare };
  const totals = { ours: { count: 0, ms: 0 }, bare: { count: 0, ms: 0 } };
  await ours();
  await bare();
  const until = performance.now() + seconds * 1_000;
  for (let turn = 0; turn < 2 || performance.now() < until; turn += 1) {
    for (const name of ['ours', 'bare'] as const) {
      const begin = performance.now();
      totals[name].count += await works[name]();
      totals[name].ms += performance.now() - begin;
    }
  }
  const rate = ({ count, ms }: { count: number; ms: number }) => Math.round((count / ms) * 1_000);
  return { ours: rate(totals.ours), bare: rate(totals.bare) };
}

/** Resolves when a counter that handlers raise has come so far. */
export class Finish {
  private count = 0;
  private goal = Infinity;
  private reached: () => void = () => {};

  add(messages: number): void {
    this.count += messages;
    if (this.count >= this.goal) this.reached();
  }

  /** Waits for so many more. */
  more(messages: number): Promise<void> {
    this.goal = this.count + messages;
    return new Promise((resolve) => (this.reached = resolve));
  }
}
