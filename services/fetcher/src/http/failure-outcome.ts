import type { Outcome } from '../core/outcome.ts';
import { BlockedAddress } from './address-guard.ts';
import { NotHttp } from './answer-head.ts';
import { ConnectTimeout, DnsFailure, TlsFailure } from './connect.ts';
import { BadEncoding, BodyTooLarge } from './decode-body.ts';
import { HeadersTooLarge } from './tolerant-socket.ts';

/** We gave it up because its time was over. */
export class RequestTimeout extends Error {
  override readonly name = 'RequestTimeout';
}

/** The answer had begun, and came too slowly. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

const BY_CLASS: readonly (readonly [new (...args: never[]) => Error, Outcome])[] = [
  [BlockedAddress, 'blocked-address'],
  [DnsFailure, 'dns'],
  [TlsFailure, 'tls'],
  [ConnectTimeout, 'timeout'],
  [RequestTimeout, 'timeout'],
  [TooSlow, 'too-slow'],
  [BadEncoding, 'bad-encoding'],
  [BodyTooLarge, 'too-large'],
  [HeadersTooLarge, 'too-large'],
  [NotHttp, 'bad-response'],
];

const BY_CODE: Readonly<Record<string, Outcome>> = {
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  HPE_HEADER_OVERFLOW: 'too-large',
  HPE_INVALID_EOF_STATE: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CLOSED: 'reset',
  UND_ERR_DESTROYED: 'reset',
  ECONNREFUSED: 'reset',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EHOSTUNREACH: 'reset',
  ENETUNREACH: 'reset',
  EPIPE: 'reset',
};

/** Names what went wrong with a request. What nobody named is an answer that is no HTTP. */
export function failureOutcome(error: unknown): { outcome: Outcome; detail: string } {
  const known = BY_CLASS.find(([type]) => error instanceof type);
  if (known !== undefined) return { outcome: known[1], detail: (error as Error).message };
  const { code } = error as { code?: unknown };
  const word = typeof code === 'string' ? code : '';
  const message = error instanceof Error ? error.message : '';
  return {
    outcome: BY_CODE[word] ?? 'bad-response',
    // Messages of sockets have the code in them.
    detail: (message.includes(word) ? message : `${word} ${message}`).trim().slice(0, 200),
  };
}
