import { setTimeout as delay } from 'node:timers/promises';
import type { Topic } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import { acknowledged, handledBy, judge, streamProcess } from '../faults.ts';
import type { Engine } from '../harness.ts';
import type { Note } from '../memory-partition.ts';
import { count, type Tally } from './tally.ts';

const HOSTS = 6;

/** One embedded process under load, killed at a random moment, and its successor. */
export class LmdbRound {
  private readonly engine: Engine;
  private readonly topic: Topic<Note>;
  private readonly random: () => number;

  constructor(engine: Engine, topic: Topic<Note>, random: () => number) {
    this.engine = engine;
    this.topic = topic;
    this.random = random;
  }

  async run(tally: Tally): Promise<string> {
    const { engine, topic } = this;
    const stream = await engine.open([topic]);
    await stream.prepare([topic]);
    await engine.closeStreams();
    const task = { ...engine.processArgs(), topic: topic.name, partitions: topic.partitions };
    const killAfterMs = Math.round(this.random() * 800);
    const maxBatch = 1 + Math.floor(this.random() * 50);
    await using first = streamProcess('first life', {
      ...task,
      publish: { hosts: HOSTS, from: 0, rounds: 1_000_000 },
      consume: { maxBatch, handleMs: 1 },
    });
    await first.waitForLine('ready');
    await delay(killAfterMs);
    await first.kill9();

    const behind = (await (await engine.open([topic])).lag(topic, 'readers')).messages;
    await engine.closeStreams();
    const last = 1_000_000;
    await using second = streamProcess('second life', {
      ...task,
      publish: { hosts: HOSTS, from: last, rounds: 1 },
      consume: { maxBatch, handleMs: 0 },
    });
    const after = () => handledBy(second.lines);
    await eventually(() => after().filter(({ number }) => number === last).length === HOSTS, {
      what: 'the second life to handle everything',
      withinMs: 60_000,
    });
    await second.stop();
    const rounds = acknowledged([...first.lines, ...second.lines]);
    const verdict = judge(rounds, HOSTS, [handledBy(first.lines), after()]);
    const beyondCommit = Math.max(0, after().length - behind - HOSTS);
    return count(
      tally,
      { what: `killed after ${killAfterMs} ms`, kills: 1, outages: 0 },
      {
        acknowledged: rounds.length * HOSTS,
        verdict: { ...verdict, outOfOrder: verdict.outOfOrder + beyondCommit },
      },
    );
  }
}
