import type { Socket } from 'node:net';

/** How an attempt may end, in the words of the contract (crawl/v1 Outcome), with hyphens. */
export type ExpectedOutcome =
  | 'ok'
  | 'unchanged'
  | 'redirected'
  | 'gone'
  | 'refused'
  | 'busy'
  | 'server-error'
  | 'timeout'
  | 'too-slow'
  | 'reset'
  | 'tls'
  | 'too-large'
  | 'bad-encoding'
  | 'bad-response'
  | 'redirect-loop'
  | 'unreadable';

/** Answers one request, byte by byte as it likes. */
export type Answer = (socket: Socket, request: string) => void;

/** One way to behave badly, or carelessly. */
export interface Behaviour {
  /** Also its path. */
  readonly name: string;
  /** What it does. */
  readonly does: string;
  /** How an attempt must end, with the limits of LIMITS; one of these. */
  readonly expected: readonly ExpectedOutcome[];
  /** The body that is read, where there is one to be sure of. */
  readonly body?: string;
  readonly answer: Answer;
}

/** The limits that the expected outcomes stand on: small enough that what is slow takes no minutes. */
export const LIMITS = {
  timeoutMs: 20_000,
  headerTimeoutMs: 5_000,
  idleTimeoutMs: 10_000,
  slowAfterMs: 3_000,
  minBytesPerSecond: 2_000,
  maxHeaderBytes: 16_384,
  maxBodyBytes: 12_000_000,
} as const;

/** Writes these bytes and lets the connection stand. */
export const says =
  (...parts: readonly (string | Uint8Array)[]): Answer =>
  (socket) => {
    socket.write(bytesOf(parts));
  };

/** Writes these bytes and ends the connection. */
export const saysAndEnds =
  (...parts: readonly (string | Uint8Array)[]): Answer =>
  (socket) => {
    socket.end(bytesOf(parts));
  };

/** Writes the same again and again, as fast as it is taken. */
export const pours =
  (head: string, again: string | Uint8Array): Answer =>
  (socket) => {
    const bytes = bytesOf([again]);
    const pour = (): void => {
      socket.write(bytes, (error) => {
        if (!error && !socket.destroyed) pour();
      });
    };
    socket.write(bytesOf([head]));
    pour();
  };

/** Writes the same every few milliseconds. */
export const drips =
  (head: string, again: string, everyMs = 20): Answer =>
  (socket) => {
    socket.write(bytesOf([head]));
    const timer = setInterval(() => socket.write(bytesOf([again])), everyMs);
    socket.once('close', () => clearInterval(timer));
  };

/** A whole answer with its length. */
export function reply(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head}\r\n`, 'latin1'), bytes]);
}

function bytesOf(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
}
