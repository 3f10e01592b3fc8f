import { EnvReader, type Environment } from '@mayfly/config';
import { type ClusterSettings, readClusterSettings } from '@mayfly/engines';
import type { PlanSettings } from './core/planning/plan-state.ts';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';

/** The settings of one scheduler. */
export interface SchedulerConfig {
  readonly grpc: GrpcSettings;
  readonly cluster: ClusterSettings;
  readonly frontierTarget: string;
  readonly siteScoringTarget: string;
  readonly documentStoreTarget: string;
  /** How many URLs of a crawl wait with the frontier, about. */
  readonly ahead: number;
  readonly turnMs: number;
  readonly finishMs: number;
  readonly visits: VisitSettings;
  readonly plans: PlanSettings;
  /** Rest between two looks at what time brings to plans. */
  readonly tendMs: number;
}

/** How visits are taken and counted. */
export interface VisitSettings {
  readonly maxAgeMs: number;
  readonly readersPerDay: number;
  readonly perMinute: number;
  readonly perDay: number;
}

const DAY_MS = 86_400_000;

const TARGET = {
  pattern: /^[a-z0-9]+:\S+$/,
  form: 'a gRPC target, such as dns:///name:port or ipv4:address:port',
};

export function loadConfig(env: Environment): SchedulerConfig {
  const read = new EnvReader(env, 'SCHEDULER_');
  const target = (name: string, service: string, port: number): string =>
    read.text(`SCHEDULER_${name}_TARGET`, {
      means: `Where the ${service} answers.`,
      fallback: `dns:///127.0.0.1:${port}`,
      ...TARGET,
    });
  return read.done({
    grpc: readGrpcSettings(read, 'SCHEDULER_', { port: 7100 }),
    cluster: readClusterSettings(read, 'SCHEDULER_'),
    frontierTarget: target('FRONTIER', 'frontier', 7101),
    siteScoringTarget: target('SITE_SCORING', 'site-scoring', 7105),
    documentStoreTarget: target('DOCUMENT_STORE', 'document-store', 7103),
    ahead: read.int('SCHEDULER_AHEAD', {
      means:
        'How many URLs of a crawl wait with the frontier, about; what is found later and better waits behind them.',
      fallback: 2_000,
      min: 1,
      max: 1_000_000,
    }),
    turnMs: read.duration('SCHEDULER_TURN_MS', {
      means: 'Rest between two looks at what is to be handed over and scheduled.',
      fallback: 100,
      min: 1,
      max: 60_000,
    }),
    finishMs: read.duration('SCHEDULER_FINISH_MS', {
      means: 'Rest between two looks at whether crawls are finished.',
      fallback: 1_000,
      min: 10,
      max: 600_000,
    }),
    visits: readVisitSettings(read),
    plans: readPlanSettings(read),
    tendMs: read.duration('SCHEDULER_TEND_MS', {
      means:
        'Rest between two looks at what time brings to plans: log periods that end, old pages, sources that rest, alarms.',
      fallback: 5_000,
      min: 10,
      max: 600_000,
    }),
  });
}

function readPlanSettings(read: EnvReader): PlanSettings {
  return {
    pages: {
      young: read.int('SCHEDULER_YOUNG_PAGES', {
        means:
          'Pages of a crawl that were seen on a source in the last 15 days and are remembered, some 400 bytes of memory each; the oldest are dropped first, and counted.',
        fallback: 200_000,
        min: 100,
        max: 10_000_000,
      }),
      loose: read.int('SCHEDULER_HELD_PAGES', {
        means:
          'Other pages of a crawl that were found and wait, which its policy holds in memory; more wait in the table.',
        fallback: 10_000,
        min: 100,
        // As many as one read of the table brings.
        max: 10_000,
      }),
    },
    sources: read.int('SCHEDULER_SOURCES', {
      means: 'Sources of a crawl, some 6 KB of memory each; beyond that no more are taken.',
      fallback: 5_000,
      min: 1,
      max: 1_000_000,
    }),
    logPeriodMs: read.duration('SCHEDULER_LOG_PERIOD', {
      means: 'How often policies are told what readers visited.',
      fallback: 60_000,
      min: 10,
      max: DAY_MS,
    }),
    searchMs: read.duration('SCHEDULER_SOURCE_SEARCH', {
      means:
        'How often sources are looked for among the pages of the hosts that yield most; while a crawl is young, each tenth of its age.',
      fallback: 3_600_000,
      min: 10,
      max: 30 * DAY_MS,
    }),
    sourceAgeMs: read.duration('SCHEDULER_SOURCE_AGE', {
      means:
        'How long a link has to stand on a main page before its page is tried as a source; while a crawl is young, half of its age.',
      fallback: 3 * DAY_MS,
      min: 10,
      max: 60 * DAY_MS,
    }),
  };
}

function readVisitSettings(read: EnvReader): VisitSettings {
  return {
    maxAgeMs: read.duration('SCHEDULER_VISIT_MAX_AGE', {
      means:
        'Visits that are older are refused; so long the salt of a day, who read what on it, and its counts are kept. By default as long as young pages are.',
      fallback: 15 * DAY_MS,
      // Longer than the stream keeps a report: what a repeat of it would change is still known then.
      min: 4 * DAY_MS,
      max: 60 * DAY_MS,
    }),
    readersPerDay: read.int('SCHEDULER_READERS_PER_DAY', {
      means:
        'Readers of pages of a day that are told apart, with an error of one in a hundred; 1.2 bytes of memory each, for every day that visits are taken of. Beyond, one may count more than once.',
      fallback: 1_000_000,
      min: 1_000,
      max: 100_000_000,
    }),
    perMinute: read.int('SCHEDULER_READER_VISITS_PER_MINUTE', {
      means: 'A reader with more visits in a minute is a robot for the rest of the day.',
      fallback: 120,
      min: 1,
      max: 1_000_000,
    }),
    perDay: read.int('SCHEDULER_READER_VISITS_PER_DAY', {
      means: 'A reader with more visits in a day is a robot for the rest of it.',
      fallback: 5_000,
      min: 1,
      max: 100_000_000,
    }),
  };
}
