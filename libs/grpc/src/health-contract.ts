import type { ServiceDefinition } from '@grpc/grpc-js';

/** What a server says of itself. The place of a word is its number in the contract. */
const STATUSES = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'] as const;

/** How a server, or one of its services, is. */
export type HealthStatus = (typeof STATUSES)[number];

/** Whom a probe asks about; the whole process where the name is empty. */
export interface HealthRequest {
  readonly service: string;
}

/** What a probe learns. */
export interface HealthResponse {
  readonly status: HealthStatus;
}

/** All that is known, by names. */
export interface HealthList {
  readonly statuses: ReadonlyMap<string, HealthStatus>;
}

const request = { encode: encodeRequest, decode: decodeRequest };
const response = { encode: encodeResponse, decode: decodeResponse };
const list = { encode: encodeList, decode: () => never() };
const nothing = { encode: () => Buffer.alloc(0), decode: () => ({}) };

/**
 * `grpc.health.v1.Health`, which the platforms that run services ask for. Its messages are two fields, written here: what
 * compiles contracts while a process starts takes longer to load than all of our own ones do.
 */
export const HEALTH_SERVICE = {
  check: method('Check', request, response, false),
  watch: method('Watch', request, response, true),
  list: method('List', nothing, list, false),
} satisfies ServiceDefinition;

interface Codec<T> {
  readonly encode: (message: T) => Buffer;
  readonly decode: (bytes: Buffer) => T;
}

function method<Q, R>(name: string, asked: Codec<Q>, told: Codec<R>, responseStream: boolean) {
  return {
    path: `/grpc.health.v1.Health/${name}`,
    requestStream: false,
    responseStream,
    requestSerialize: asked.encode,
    requestDeserialize: asked.decode,
    responseSerialize: told.encode,
    responseDeserialize: told.decode,
  };
}

/** Field 1 as bytes, and as a number; field 2 as bytes. */
const FIRST_BYTES = 0x0a;
const FIRST_NUMBER = 0x08;
const SECOND_BYTES = 0x12;
/** What fits in a length of one byte, and more than any name of ours has. */
const LONGEST = 127;

function encodeRequest({ service }: HealthRequest): Buffer {
  return service === '' ? Buffer.alloc(0) : field(FIRST_BYTES, Buffer.from(service));
}

/** A name longer than any of ours is nobody's, and is not read. */
function decodeRequest(bytes: Buffer): HealthRequest {
  if (bytes.length === 0) return { service: '' };
  const [tag, length = 0] = bytes;
  const isWhole = tag === FIRST_BYTES && length <= LONGEST && bytes.length === length + 2;
  return { service: isWhole ? bytes.toString('utf8', 2) : 'not a name' };
}

function encodeResponse({ status }: HealthResponse): Buffer {
  return Buffer.from([FIRST_NUMBER, STATUSES.indexOf(status)]);
}

function decodeResponse(bytes: Buffer): HealthResponse {
  const [tag, status = 0] = bytes;
  return { status: (tag === FIRST_NUMBER ? STATUSES[status] : undefined) ?? 'UNKNOWN' };
}

function encodeList({ statuses }: HealthList): Buffer {
  const entries = [...statuses].map(([service, status]) => {
    const name = field(FIRST_BYTES, Buffer.from(service));
    return field(
      FIRST_BYTES,
      Buffer.concat([name, field(SECOND_BYTES, encodeResponse({ status }))]),
    );
  });
  return Buffer.concat(entries);
}

function field(tag: number, bytes: Buffer): Buffer {
  if (bytes.length > LONGEST) throw new RangeError('a name is too long for a probe');
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
}

function never(): never {
  throw new Error('nobody here asks for it');
}
