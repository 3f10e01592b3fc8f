import { atMost, type Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { Admin, Kafka } from 'kafkajs';
import { Backoff } from '../runner/backoff.ts';
import { kafkaErrorType } from './client.ts';
import { cutOff } from './connections.ts';

/** The cluster is there and says that it is busy with itself: a partition or a group is about to get its broker. */
const SETTLING = new Set([
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'REPLICA_NOT_AVAILABLE',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'NOT_CONTROLLER',
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
  'REQUEST_TIMED_OUT',
]);
const TRIES = 8;
/** How long the end of a connection may take. */
const CLOSE_MS = 1_000;

/** A connection with the questions that are asked through it. */
interface Line {
  readonly client: Kafka;
  readonly admin: Promise<Admin>;
  questions: number;
  dropped: boolean;
}

/** Questions to the cluster. A connection that failed is thrown away, so the next question starts afresh. */
export class KafkaAdmin {
  private readonly client: () => Kafka;
  private readonly waits: { readonly clock: Clock; readonly random: () => number };
  private readonly closing = new AbortController();
  private line: Line | undefined;

  constructor(
    client: () => Kafka,
    waits: { readonly clock: Clock; readonly random: () => number },
  ) {
    this.client = client;
    this.waits = waits;
  }

  /** Fails with STREAM_AWAY when nobody answers; what the cluster itself refuses passes as it is. */
  async ask<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    const backoff = new Backoff(this.waits);
    for (let left = TRIES; ; left -= 1) {
      if (this.closing.signal.aborted) throw new CrawlError('STREAM_AWAY', 'the stream is closed');
      const isFresh = this.line === undefined;
      const line = (this.line ??= this.connect());
      try {
        return await askThrough(line, question);
      } catch (cause) {
        const type = kafkaErrorType(cause) ?? '';
        if (type !== '' && !SETTLING.has(type)) throw cause;
        // An old connection may be dead, and one that another question gave up takes this one down with it.
        const mayPass = type !== '' || !isFresh || this.line !== line;
        void this.drop(line);
        if (!mayPass || left <= 1 || this.closing.signal.aborted) {
          throw new CrawlError('STREAM_AWAY', 'Kafka does not answer', { cause });
        }
        await backoff.wait(this.closing.signal);
      }
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    const { line } = this;
    const left = line === undefined ? undefined : this.drop(line);
    // A broker that hangs takes the connection and answers nothing: half a minute for kafkajs, too long for us.
    await atMost(this.waits.clock, CLOSE_MS, left);
    if (line !== undefined) cutOff(line.client);
  }

  private drop(line: Line): Promise<void> {
    if (this.line === line) this.line = undefined;
    line.dropped = true;
    return hangUp(line);
  }

  private connect(): Line {
    const client = this.client();
    const admin = client.admin();
    return { client, admin: admin.connect().then(() => admin), questions: 0, dropped: false };
  }
}

/** kafkajs connects again for a request under way, though it was told to disconnect: so the last one hangs up. */
async function askThrough<T>(line: Line, question: (admin: Admin) => Promise<T>): Promise<T> {
  line.questions += 1;
  try {
    return await question(await line.admin);
  } finally {
    line.questions -= 1;
    if (line.dropped && line.questions === 0) void hangUp(line);
  }
}

async function hangUp({ client, admin, questions }: Line): Promise<void> {
  await admin.then((it) => it.disconnect()).catch(() => undefined);
  if (questions === 0) cutOff(client);
}
