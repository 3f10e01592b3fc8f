import type { Environment, Tree } from '@mayfly/data-folder';
import { CrawlError } from '@mayfly/errors';
import { type AnyTopic, checkGroup, retryStreamName } from '../topic.ts';
import { Log } from './log.ts';

interface Prepared {
  readonly partitions: number;
  readonly groups: readonly string[];
}

/** A topic with the logs behind it. */
export interface OpenTopic {
  readonly main: Log;
  /** Every group whose commits hold back the trimming of the main log. */
  readonly groups: readonly string[];
}

/** Which topics this environment was prepared for. */
export class TopicRegistry {
  private readonly environment: Environment;
  private readonly tree: Tree;
  private readonly logs = new Map<string, Log>();
  private readonly read = new Map<
    string,
    { readonly value: Uint8Array; readonly prepared: Prepared }
  >();

  constructor(environment: Environment) {
    this.environment = environment;
    this.tree = environment.tree('topics');
  }

  async prepare(topics: readonly AnyTopic[]): Promise<void> {
    await this.environment.commit(() => {
      for (const topic of topics) {
        const { name, partitions, groups } = topic;
        const earlier = this.prepared(name);
        if (earlier !== undefined) checkPartitions(topic, earlier.partitions);
        const prepared: Prepared = { partitions, groups };
        this.tree.put(Buffer.from(name), Buffer.from(JSON.stringify(prepared)));
      }
    });
  }

  isPrepared(topic: AnyTopic): boolean {
    return this.prepared(topic.name)?.partitions === topic.partitions;
  }

  /** Refuses a topic that was not prepared as it is declared. */
  open(topic: AnyTopic): OpenTopic {
    const prepared = this.prepared(topic.name);
    if (prepared === undefined) {
      throw new CrawlError('STREAM_NOT_PREPARED', `topic ${topic.name}: it is not there`);
    }
    checkPartitions(topic, prepared.partitions);
    return { main: this.log(topic.name, topic.partitions), groups: prepared.groups };
  }

  /** The stream that gives dead letters back to the group. */
  openRetry(topic: AnyTopic, group: string): Log {
    checkGroup(topic, group);
    if (!this.open(topic).groups.includes(group)) {
      throw new CrawlError(
        'STREAM_NOT_PREPARED',
        `topic ${topic.name}: it was prepared without group ${group}`,
      );
    }
    return this.log(retryStreamName(topic, group), 1);
  }

  private log(name: string, partitions: number): Log {
    let log = this.logs.get(name);
    if (log === undefined) {
      this.logs.set(name, (log = new Log(this.environment, name, partitions)));
    }
    return log;
  }

  private prepared(name: string): Prepared | undefined {
    const value = this.tree.get(Buffer.from(name));
    if (value === undefined) return undefined;
    // Another stream of this environment may have prepared it anew; else it says what it said.
    const last = this.read.get(name);
    if (last !== undefined && Buffer.compare(last.value, value) === 0) return last.prepared;
    const prepared = JSON.parse(Buffer.from(value).toString()) as Prepared;
    this.read.set(name, { value, prepared });
    return prepared;
  }
}

function checkPartitions(topic: { name: string; partitions: number }, found: number): void {
  if (found === topic.partitions) return;
  throw new CrawlError(
    'STREAM_NOT_PREPARED',
    `topic ${topic.name}: it has ${found} partitions and is declared with ${topic.partitions}; ` +
      'keys would move, so another number needs another topic',
  );
}
