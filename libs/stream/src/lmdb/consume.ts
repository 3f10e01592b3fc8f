import { type Clock } from '@mayfly/clock';
import type { Environment } from '@mayfly/data-folder';
import { trace } from '@opentelemetry/api';
import { limitsOf } from '../consume-limits.ts';
import { Backoff } from '../runner/backoff.ts';
import { handlerCaller, takingTurns } from '../runner/call-handler.ts';
import { CommitLane } from '../runner/commit-lane.ts';
import { PartitionRunner } from '../runner/partition-runner.ts';
import type { ConsumeOptions, Origin, StreamLog } from '../stream.ts';
import { DeadLetterTable } from './dead-letter-table.ts';
import type { Claim, ClaimTerms, StartClaim } from './group.ts';
import type { Log } from './log.ts';
import type { Offsets } from './offsets.ts';
import type { Trimmer } from './trimmer.ts';

/** One partition of the main log or of the retry log of a group. */
export interface GroupPlace {
  readonly stream: Origin['stream'];
  readonly log: Log;
  readonly partition: number;
  /** Whose commits allow this log to be trimmed, asked each time: `prepare` may add one. */
  readonly groups: () => readonly string[];
}

/** What all consumers of an embedded stream share. */
export interface LmdbParts {
  readonly environment: Environment;
  readonly offsets: Offsets;
  readonly trimmer: Trimmer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: StreamLog;
}

/** How a member of a group works on a partition that it gets. */
export function claimStarter<M>(
  options: ConsumeOptions<M>,
  parts: LmdbParts,
): StartClaim<GroupPlace> {
  const { topic, group, handle, tracer = trace.getTracer('mayfly.stream') } = options;
  const { environment, offsets, trimmer, clock } = parts;
  const call = takingTurns(handlerCaller(handle, { system: 'mayfly', group }, tracer));
  const dead = new DeadLetterTable(environment, topic.name, group);
  const limits = limitsOf(options);
  return ({ stream, log, partition, groups }: GroupPlace, terms: ClaimTerms): Claim => {
    const place = { log: log.name, partition };
    let at = offsets.get(group, place) ?? log.start(partition);
    const lane = new CommitLane({
      lost: terms.lost,
      backoff: new Backoff(parts),
      write: async (next) => {
        await environment.commit(() => {
          if (!terms.isOurs()) throw new Error('the partition belongs to another consumer');
          offsets.put(group, place, Number(next));
        });
        trimmer.committed(log, groups, partition);
      },
    });
    const runner = new PartitionRunner<M>(
      {
        ...parts,
        topic,
        place: { stream, partition },
        call,
        limits,
        source: {
          take: (limit) => {
            const arrived = log.read(partition, at, limit);
            const last = arrived.at(-1);
            if (last !== undefined) at = Number(last.position) + 1;
            return arrived;
          },
          arrival: (signal) => log.arrival(partition, at, signal),
        },
        bury: (death) =>
          environment.commit(() => {
            if (!terms.isOurs()) throw new Error('the partition belongs to another consumer');
            const { position } = death.arrived;
            dead.put({ stream, partition, position }, death, clock.nowMs());
          }),
        done: (next) => lane.put(next),
      },
      terms,
    );
    const ended = runner.run().then(() => lane.settled());
    return { ended, handlingSinceMs: () => runner.handlingSinceMs };
  };
}
