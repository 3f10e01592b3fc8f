import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AnyTopic, type Received, type Stream, type Topic } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import { type Note, notesTopic } from './memory-partition.ts';
import type { ProcessTask } from './stream-process.ts';

/** One engine in the hands of the conformance suite. */
export interface Engine {
  readonly name: 'lmdb' | 'kafka';
  /** Opens streams that use the topics; closed after the test at the latest. */
  open(topics: readonly AnyTopic[], options?: OpenOptions): Promise<Stream>;
  /** Closes what is open and opens it again, as after a restart. */
  reopen(stream: Stream, topics: readonly AnyTopic[]): Promise<Stream>;
  /** How a real process opens the same streams. */
  processArgs(): Pick<ProcessTask, 'engine' | 'folder' | 'brokers'>;
  /** Lets go of everything that another process needs to open. */
  closeStreams(): Promise<void>;
  closeAll(): Promise<void>;
}

/** What a test may turn. */
export interface OpenOptions {
  readonly sessionTimeoutMs?: number;
}

/** A topic that no other test has. */
export function freshTopic(
  what: string,
  {
    partitions = 2,
    groups = ['readers'],
  }: { partitions?: number; groups?: readonly string[] } = {},
): Topic<Note> {
  return notesTopic(`${what}.${randomBytes(5).toString('hex')}.v1`, partitions, groups);
}

/** Notes `0` to `count - 1`, dealt to the hosts in turn. */
export function notes(count: number, hosts: readonly string[], from = 0): readonly Note[] {
  return Array.from({ length: count }, (_, index) => ({
    host: hosts[index % hosts.length]!,
    text: String(from + index),
  }));
}

/** Host names that fall into each of the partitions, by trying. */
export function hostsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `host-${index}.test`);
}

/** A handler that keeps what it gets. */
export class Recorder {
  readonly received: Received<Note>[] = [];
  readonly handle = async (batch: readonly Received<Note>[]): Promise<void> => {
    this.received.push(...batch);
  };

  texts(host?: string): readonly string[] {
    return this.received
      .filter(({ key }) => host === undefined || key === host)
      .map(({ message }) => message.text);
  }

  /** Waits for that many different texts. */
  async until(count: number, withinMs = 60_000): Promise<void> {
    await eventually(() => new Set(this.texts()).size >= count, {
      what: `${count} messages to be handled; there are ${new Set(this.texts()).size}`,
      withinMs,
    });
  }
}

/** A gate that handlers wait at. */
export class Gate {
  private readonly promise: Promise<void>;
  readonly open: () => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.promise = promise;
    this.open = resolve;
  }

  passed(): Promise<void> {
    return this.promise;
  }
}

/** Looks for a while whether something that must not happen happens; what it waits for is nothing. */
export async function stays(
  check: () => boolean | Promise<boolean>,
  forMs: number,
): Promise<boolean> {
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    if (!(await check())) return false;
    await delay(20);
  }
  return true;
}

/** Whether numbers rise, equal ones allowed or not. */
export function rises(values: readonly (bigint | number)[]): boolean {
  return values.every((value, index) => index === 0 || value > values[index - 1]!);
}
