import { EnvReader, type Environment } from '@mayfly/config';
import { type MongoSettings, readMongoSettings } from '@mayfly/engines';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';
import type { Manners } from './core/manners.ts';
import type { ServerGroup, ServerSettings } from './core/servers.ts';
import type { FrontierSettings } from './core/settings.ts';

/** The settings of one frontier. */
export interface FrontierConfig {
  readonly grpc: GrpcSettings;
  readonly cluster: MongoSettings;
  /** What this process calls itself, for whoever finds the tables taken. */
  readonly instance: string;
  /** Where other services reach this replica; where it listens if absent. */
  readonly advertised: string | undefined;
  readonly settings: FrontierSettings;
}

const DAY_MS = 86_400_000;

export function loadConfig(env: Environment): FrontierConfig {
  const read = new EnvReader(env, 'FRONTIER_');
  return read.done({
    grpc: readGrpcSettings(read, 'FRONTIER_', { port: 7101 }),
    cluster: readMongoSettings(read, 'FRONTIER_'),
    instance: read.text('FRONTIER_INSTANCE', {
      means: 'What this process calls itself, for whoever finds the tables taken.',
      fallback: 'frontier',
      pattern: /^[\w.-]{1,100}$/,
      form: '1 to 100 letters, digits, dots, hyphens and underscores',
    }),
    advertised: read.text('FRONTIER_ADVERTISED_ADDRESS', {
      means:
        'Where other services reach this replica, as host:port; the address it listens at unless set.',
      fallback: undefined,
      pattern: /^[^\s/]+:\d{1,5}$/,
      form: 'a host and a port',
    }),
    settings: {
      manners: readManners(read),
      pause: readPause(read),
      leaseMs: read.duration('FRONTIER_LEASE_MS', {
        means: 'How long a fetcher may hold a URL before it is handed to another.',
        fallback: 60_000,
        min: 100,
        max: 3_600_000,
      }),
      retryMs: read.duration('FRONTIER_RETRY_MS', {
        means: 'The first wait before a URL that failed is tried again; it doubles.',
        fallback: 30_000,
        min: 1,
        max: 3_600_000,
      }),
      requestsPerSecond: read.number('FRONTIER_REQUESTS_PER_SECOND', {
        means:
          'Requests per second of all crawls together, at most: SetBudget of the scheduler may set fewer.',
        fallback: 100,
        min: 0.001,
        max: 1_000_000,
      }),
      servers: readServers(read),
      quotas: {
        host: read.int('FRONTIER_HOST_URL_QUOTA', {
          means:
            'URLs of one host that a crawl may have known and not fetched; it shrinks as what the host brings is less and less new.',
          fallback: 1_000_000,
          min: 1,
          max: 1_000_000_000,
        }),
        site: read.int('FRONTIER_SITE_URL_QUOTA', {
          means: 'The same for all hosts of a site together.',
          fallback: 5_000_000,
          min: 1,
          max: 1_000_000_000,
        }),
      },
      hashedRows: read.int('FRONTIER_HASHED_ROWS', {
        means:
          'URLs of a host that are found by their hash alone. Later ones lie in the order in which they came, which is quicker to lease from, and take an entry more each.',
        fallback: 128,
        min: 0,
        max: 1_000_000_000,
      }),
      byHandPrivate: read.boolean('FRONTIER_BY_HAND_PRIVATE', {
        means: 'Whether URLs that are asked for by name lie on private addresses, and only there.',
        fallback: false,
      }),
    },
  });
}

function readManners(read: EnvReader): Manners {
  return {
    delayMs: read.duration('FRONTIER_HOST_DELAY_MS', {
      means: 'Rest of a host between the end of one request and the start of the next.',
      fallback: 1_000,
      min: 0,
      max: DAY_MS,
    }),
    busyFactor: read.number('FRONTIER_BUSY_FACTOR', {
      means: 'A host rests at least this many times as long as its last answer took.',
      fallback: 2,
      min: 0,
      max: 1_000,
    }),
    leasesAtATime: read.int('FRONTIER_LEASES_AT_A_TIME', {
      means: 'Requests to one host at the same time.',
      fallback: 1,
      min: 1,
      max: 1_000,
    }),
    obeyRobots: read.boolean('FRONTIER_OBEY_ROBOTS', {
      means: 'Whether robots.txt is asked for and obeyed.',
      fallback: true,
    }),
  };
}

function readServers(read: EnvReader): ServerSettings {
  return {
    groups: serverGroups(
      read.text('FRONTIER_SERVER_GROUPS', {
        means:
          'Hosts that share a machine and so a limit: `name=host,*.end` with semicolons between groups, and `name:2=…` for two requests at a time instead of one.',
        fallback: '',
        pattern: GROUPS_FORM,
        form: 'groups such as shop=a.example,*.b.example;press:2=c.example',
      }),
    ),
    leasesPerAddress: read.int('FRONTIER_LEASES_PER_ADDRESS', {
      means: 'Requests at the same time to all hosts of one address; loopback is left out.',
      fallback: 10,
      min: 1,
      max: 10_000,
    }),
    groupDelayMs: read.duration('FRONTIER_SERVER_GROUP_DELAY_MS', {
      means: 'Rest of a server group between the end of one request and the start of the next.',
      fallback: 1_000,
      min: 0,
      max: DAY_MS,
    }),
  };
}

const GROUP_FORM = '[\\w-]+(?::[1-9]\\d{0,3})?=[^\\s;,=]+(?:,[^\\s;,=]+)*';
const GROUPS_FORM = new RegExp(`^(?:${GROUP_FORM}(?:;${GROUP_FORM})*)?$`);

function serverGroups(value: string): ServerGroup[] {
  if (value === '') return [];
  return value.split(';').map((one) => {
    const [head = '', hosts = ''] = one.split('=');
    const [name = '', most = '1'] = head.split(':');
    return { name, hosts: hosts.toLowerCase().split(','), leasesAtATime: Number(most) };
  });
}

function readPause(read: EnvReader): FrontierSettings['pause'] {
  return {
    crawlDelayCapMs: read.duration('FRONTIER_CRAWL_DELAY_CAP_MS', {
      means: 'The longest crawl delay that a robots.txt gets.',
      fallback: 60_000,
      min: 0,
      max: DAY_MS,
    }),
    backoffMs: read.duration('FRONTIER_BACKOFF_MS', {
      means: 'The first rest of a host that is busy or fails; it doubles with each failure.',
      fallback: 5_000,
      min: 1,
      max: 3_600_000,
    }),
    robotsRetryMs: read.duration('FRONTIER_ROBOTS_RETRY_MS', {
      means: 'The first rest of a host whose robots.txt cannot be had; it doubles.',
      fallback: 30_000,
      min: 1,
      max: 3_600_000,
    }),
    tripAfter: read.int('FRONTIER_TRIP_AFTER', {
      means: 'So many failures, and a host is left alone for long and then asked once.',
      fallback: 8,
      min: 1,
      max: 1_000,
    }),
    tripMs: read.duration('FRONTIER_TRIP_MS', {
      means:
        'The first rest of such a host; it doubles each time the host fails again, up to a day.',
      fallback: 1_800_000,
      min: 1,
      max: DAY_MS,
    }),
  };
}
