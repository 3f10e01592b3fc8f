import { setTimeout as delay } from 'node:timers/promises';
import type { KafkaServers } from '@mayfly/stack';
import type { Topic } from '@mayfly/stream';
import { eventually, type StartedProcess } from '@mayfly/testing';
import { acknowledged, handledBy, judge, streamProcess } from '../faults.ts';
import type { Engine } from '../harness.ts';
import type { Note } from '../memory-partition.ts';
import { count, type Tally } from './tally.ts';

const HOSTS = 6;
const SESSION_MS = 1_500;
const LAST = 1_000_000;

type Fault = 'publisher killed' | 'consumer killed' | 'consumer frozen' | 'broker killed';
const FAULTS: readonly Fault[] = [
  'publisher killed',
  'consumer killed',
  'consumer frozen',
  'broker killed',
];

interface RoundParts {
  readonly engine: Engine;
  readonly topic: Topic<Note>;
  readonly random: () => number;
  readonly servers: KafkaServers;
}

/** A publisher and a consumer, a fault at a random moment, and whoever finishes the work. */
export class KafkaRound {
  private readonly parts: RoundParts;

  constructor(parts: RoundParts) {
    this.parts = parts;
  }

  async run(tally: Tally): Promise<string> {
    const { engine, topic, random } = this.parts;
    const stream = await engine.open([topic]);
    await stream.prepare([topic]);
    const fault = FAULTS[Math.floor(random() * FAULTS.length)]!;
    const afterMs = Math.round(random() * 800);
    await using consumer = this.consumer('consumer');
    await using publisher = this.publisher('publisher', 0, 1_000_000);
    await publisher.waitForLine('acked 1');
    await delay(afterMs);
    await this.strike(fault, { publisher, consumer });
    await publisher.stop();
    const behind = (await stream.lag(topic, 'readers')).messages;

    await using successor = this.consumer('successor');
    await using closing = this.publisher('last publisher', LAST, 1);
    const everyLine = () => [...consumer.lines, ...successor.lines];
    await eventually(
      () => handledBy(everyLine()).filter(({ number }) => number === LAST).length >= HOSTS,
      { what: `everything to be handled (${fault})`, withinMs: 60_000 },
    );
    const rounds = acknowledged([...publisher.lines, ...closing.lines]);
    const lives = [handledBy(consumer.lines), handledBy(successor.lines)];
    const verdict = judge(rounds, HOSTS, lives);
    const beyondCommit =
      fault === 'consumer killed' ? Math.max(0, lives[1]!.length - behind - HOSTS) : 0;
    await Promise.all([consumer, successor, closing].map((each) => each.kill9()));
    await engine.closeStreams();
    return count(
      tally,
      {
        what: `${fault} after ${afterMs} ms`,
        kills: fault.endsWith('killed') ? 1 : 0,
        outages: fault === 'broker killed' || fault === 'consumer frozen' ? 1 : 0,
      },
      {
        acknowledged: rounds.length * HOSTS,
        verdict: { ...verdict, outOfOrder: verdict.outOfOrder + beyondCommit },
      },
    );
  }

  private async strike(
    fault: Fault,
    { publisher, consumer }: Readonly<Record<'publisher' | 'consumer', StartedProcess>>,
  ): Promise<void> {
    if (fault === 'publisher killed') await publisher.kill9();
    if (fault === 'consumer killed') await consumer.kill9();
    if (fault === 'consumer frozen') {
      consumer.freeze();
      await delay(SESSION_MS * 1.5);
      consumer.thaw();
    }
    if (fault === 'broker killed') {
      const [node] = this.parts.servers.nodes;
      await node!.kill();
      await node!.start();
    }
  }

  private consumer(name: string): StartedProcess {
    return streamProcess(name, { ...this.task(), consume: { maxBatch: 20, handleMs: 1 } });
  }

  private publisher(name: string, from: number, rounds: number): StartedProcess {
    return streamProcess(name, { ...this.task(), publish: { hosts: HOSTS, from, rounds } });
  }

  private task() {
    const { engine, topic } = this.parts;
    const { name, partitions } = topic;
    return { ...engine.processArgs(), topic: name, partitions, sessionTimeoutMs: SESSION_MS };
  }
}
