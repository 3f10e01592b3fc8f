import { EnvReader, type Environment } from '@mayfly/config';
import { type ClusterSettings, readClusterSettings } from '@mayfly/engines';
import { type GrpcSettings, readGrpcSettings } from '@mayfly/grpc';
import { HOST_ENTRY } from './http/host-map.ts';
import { isCidr } from './http/special-addresses.ts';

/** The settings of one fetcher. */
export interface FetcherConfig {
  readonly grpc: GrpcSettings;
  readonly cluster: ClusterSettings;
  readonly fetcherId: string | undefined;
  readonly frontierTarget: string;
  readonly documentStoreTarget: string;
  readonly leases: LeaseSettings;
  readonly web: WebSettings;
  readonly reading: ReadingSettings;
  readonly drainMs: number;
}

export interface LeaseSettings {
  readonly maxLeases: number;
  readonly waitMs: number;
  readonly marginMs: number;
  readonly maxLagMessages: number;
  readonly maxLagBytes: number;
}

export interface WebSettings {
  readonly contact: string | undefined;
  readonly hosts: readonly string[];
  readonly privateCidrs: readonly string[];
  readonly caFile: string | undefined;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly headerTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly minBytesPerSecond: number;
  readonly slowAfterMs: number;
  readonly keepAliveMs: number;
  readonly maxBodyBytes: number;
  readonly largeBodies: 'refuse' | 'truncate';
  readonly maxHeaderBytes: number;
  readonly maxSocketsPerHost: number;
  readonly maxIdleHosts: number;
  readonly robotsMaxAgeMs: number;
}

export interface ReadingSettings {
  readonly workers: number;
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
  readonly smallBytes: number;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const TARGET = /^\S+$/;
/** Goes into a header: printable, and no bracket that would end the comment. */
const CONTACT = /^[\x21-\x27\x2a-\x7e]{3,200}$/;

export function loadConfig(env: Environment): FetcherConfig {
  const read = new EnvReader(env, 'FETCHER_');
  return read.done({
    grpc: readGrpcSettings(read, 'FETCHER_', { port: 7102 }),
    cluster: readClusterSettings(read, 'FETCHER_'),
    fetcherId: read.text('FETCHER_ID', {
      means: 'What this fetcher calls itself; host name and a random word where it is not set.',
      fallback: undefined,
      pattern: /^[\w.-]{1,100}$/,
      form: '1 to 100 letters, digits, dots, hyphens and underscores',
    }),
    frontierTarget: readTarget(read, 'FETCHER_FRONTIER_TARGET', 'frontier', 7101),
    documentStoreTarget: readTarget(read, 'FETCHER_DOCUMENT_STORE_TARGET', 'document-store', 7103),
    leases: readLeases(read),
    web: readWeb(read),
    reading: readReading(read),
    drainMs: read.duration('FETCHER_DRAIN_MS', {
      means: 'How long requests may go on after the process was told to stop.',
      fallback: 10 * SECOND_MS,
      min: 0,
      max: 600 * SECOND_MS,
    }),
  });
}

function readTarget(read: EnvReader, name: string, service: string, port: number): string {
  return read.text(name, {
    means: `Where the ${service} is.`,
    fallback: `dns:///127.0.0.1:${port}`,
    pattern: TARGET,
    form: 'a gRPC target such as dns:///name:port',
  });
}

function readLeases(read: EnvReader): LeaseSettings {
  return {
    maxLeases: read.int('FETCHER_MAX_LEASES', {
      means: 'Leases held at the same time, each one request.',
      fallback: 64,
      min: 1,
      max: 10_000,
    }),
    waitMs: read.duration('FETCHER_LEASE_WAIT_MS', {
      means: 'How long one call for leases waits for work.',
      fallback: 20 * SECOND_MS,
      min: 0,
      max: 60 * SECOND_MS,
    }),
    marginMs: read.duration('FETCHER_LEASE_MARGIN_MS', {
      means: 'A request is given up this long before its lease ends; a quarter of it at most.',
      fallback: 5 * SECOND_MS,
      min: 0,
      max: 60 * SECOND_MS,
    }),
    maxLagMessages: read.int('FETCHER_MAX_LAG_MESSAGES', {
      means: 'No leases are taken while the document-store is further behind.',
      fallback: 10_000,
      min: 1,
      max: 1_000_000_000,
    }),
    maxLagBytes: read.size('FETCHER_MAX_LAG_BYTES', {
      means: 'No leases are taken while the document-store is further behind.',
      fallback: 1_000_000_000,
      min: 1,
    }),
  };
}

function readWeb(read: EnvReader): WebSettings {
  return {
    contact: read.text('FETCHER_CONTACT', {
      means: 'Whom sites can write to; a part of the user agent. Public addresses need it.',
      fallback: undefined,
      pattern: CONTACT,
      form: 'a mail address or a URL, without spaces and brackets',
    }),
    hosts: read.list('FETCHER_HOSTS', {
      means: 'Names with addresses of their own instead of those in DNS.',
      fallback: [],
      pattern: HOST_ENTRY,
      form: 'name=address:port, or *.name=address:port for all names below',
    }),
    privateCidrs: readCidrs(read),
    caFile: read.text('FETCHER_CA_FILE', {
      means: 'Authorities (PEM) that are believed besides those that come with Node.',
      fallback: undefined,
    }),
    ...readTimes(read),
    ...readSizes(read),
  };
}

function readCidrs(read: EnvReader): readonly string[] {
  const name = 'FETCHER_PRIVATE_CIDRS';
  const cidrs = read.list(name, {
    means: 'Networks that private crawls may reach. Others, and public addresses, they may not.',
    fallback: [],
    form: 'a network such as 127.0.0.0/8',
  });
  const wrong = cidrs.find((cidr) => !isCidr(cidr));
  if (wrong !== undefined) read.refuse(name, `${wrong} is no network such as 127.0.0.0/8`);
  return cidrs;
}

function readTimes(read: EnvReader) {
  const duration = (name: string, means: string, fallback: number) =>
    read.duration(name, { means, fallback, min: 10, max: 600 * SECOND_MS });
  return {
    timeoutMs: duration('FETCHER_TIMEOUT_MS', 'How long one request may take.', 30 * SECOND_MS),
    connectTimeoutMs: duration(
      'FETCHER_CONNECT_TIMEOUT_MS',
      'How long connecting may take, and as long again the TLS handshake.',
      10 * SECOND_MS,
    ),
    headerTimeoutMs: duration(
      'FETCHER_HEADER_TIMEOUT_MS',
      'How long a server may take until the headers of its answer are there.',
      20 * SECOND_MS,
    ),
    idleTimeoutMs: duration(
      'FETCHER_IDLE_TIMEOUT_MS',
      'How long a server may be silent within a body.',
      10 * SECOND_MS,
    ),
    slowAfterMs: duration(
      'FETCHER_SLOW_AFTER_MS',
      'How long an answer may come more slowly than FETCHER_MIN_BYTES_PER_SECOND.',
      10 * SECOND_MS,
    ),
    keepAliveMs: duration(
      'FETCHER_KEEP_ALIVE_MS',
      'How long a connection is kept that nothing is asked of.',
      15 * SECOND_MS,
    ),
    robotsMaxAgeMs: read.duration('FETCHER_ROBOTS_MAX_AGE', {
      means: 'How long the rules of a robots.txt hold.',
      fallback: DAY_MS,
      min: 1,
      max: DAY_MS,
    }),
  };
}

function readSizes(read: EnvReader) {
  return {
    minBytesPerSecond: read.int('FETCHER_MIN_BYTES_PER_SECOND', {
      means: 'An answer that comes more slowly, once it has begun, is given up.',
      fallback: 200,
      min: 0,
      max: 1_000_000_000,
    }),
    largeBodies: read.choice('FETCHER_LARGE_BODIES', {
      means: 'Whether a larger body is refused, or cut at FETCHER_MAX_BODY_BYTES and kept.',
      of: ['refuse', 'truncate'],
      fallback: 'refuse',
    }),
    maxBodyBytes: read.size('FETCHER_MAX_BODY_BYTES', {
      means: 'The largest body, decoded.',
      fallback: 40_000_000,
      min: 1_000,
      max: 64_000_000,
    }),
    maxHeaderBytes: read.size('FETCHER_MAX_HEADER_BYTES', {
      means: 'The most bytes of headers of one answer.',
      fallback: 65_536,
      min: 1_024,
      max: 1_048_576,
    }),
    maxSocketsPerHost: read.int('FETCHER_MAX_SOCKETS_PER_HOST', {
      means: 'Connections to one host at the same time, where manners allow that many requests.',
      fallback: 8,
      min: 1,
      max: 1_000,
    }),
    maxIdleHosts: read.int('FETCHER_MAX_IDLE_HOSTS', {
      means: 'Hosts to which connections are kept while nothing is asked of them.',
      fallback: 256,
      min: 1,
      max: 100_000,
    }),
  };
}

function readReading(read: EnvReader): ReadingSettings {
  return {
    workers: read.int('FETCHER_READ_WORKERS', {
      means: 'Processes that read large documents.',
      fallback: 1,
      min: 1,
      max: 64,
    }),
    timeoutMs: read.duration('FETCHER_READ_TIMEOUT_MS', {
      means: 'How long reading one document may take.',
      fallback: 10 * SECOND_MS,
      min: 10,
      max: 600 * SECOND_MS,
    }),
    maxMemoryBytes: read.size('FETCHER_READ_MEMORY_BYTES', {
      means: 'The memory that a process which reads may take.',
      fallback: 512 * 1_048_576,
      min: 16 * 1_048_576,
      max: 16 * 1_073_741_824,
    }),
    smallBytes: read.size('FETCHER_READ_SMALL_BYTES', {
      means: 'Documents below this are read without a process of their own.',
      fallback: 262_144,
      min: 0,
      max: 16_000_000,
    }),
  };
}
