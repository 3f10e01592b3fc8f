import type { Outcome } from '../core/outcome.ts';
import { BlockedAddress } from './address-guard.ts';
import { ConnectTimeout, DnsFailure, TlsFailure } from './connect.ts';
import { BadEncoding, BodyTooLarge } from './decode-body.ts';

/** We gave it up because its time was over. */
export class RequestTimeout extends Error {
  override readonly name = 'RequestTimeout';
}

const BY_CLASS: readonly (readonly [new (...args: never[]) => Error, Outcome])[] = [
  [BlockedAddress, 'blocked-address'],
  [DnsFailure, 'dns'],
  [TlsFailure, 'tls'],
  [ConnectTimeout, 'timeout'],
  [RequestTimeout, 'timeout'],
  [BadEncoding, 'bad-encoding'],
  [BodyTooLarge, 'too-large'],
];

const BY_CODE: Readonly<Record<string, Outcome>> = {
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  HPE_HEADER_OVERFLOW: 'too-large',
  HPE_INVALID_EOF_STATE: 'reset',
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
  if (isOutOfOrder(error)) return { outcome: 'bad-response', detail: message };
  return {
    outcome: BY_CODE[word] ?? 'bad-response',
    detail: `${word} ${message}`.trim().slice(0, 200),
  };
}

/** undici names an answer that cannot come here (another protocol, a wish to continue) like a broken connection. */
export function isOutOfOrder(error: unknown): boolean {
  return (
    error instanceof Error && (error.message === 'bad upgrade' || error.message === 'bad response')
  );
}
