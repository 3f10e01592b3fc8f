import { CrawlError } from '@mayfly/errors';
import { decodeMessage, encodeMessage } from '../definition.ts';
import type { CalledMethod } from './call-shapes.ts';

/** The bytes of a request; throws where it is larger than any server takes. */
export function encodeRequest(method: CalledMethod, request: unknown): Buffer {
  const { name, definition, maxMessageBytes } = method;
  const bytes = encodeMessage(definition.requestType, request);
  if (bytes.length <= maxMessageBytes) return bytes;
  throw new CrawlError(
    'MESSAGE_TOO_LARGE',
    `${name}: the request has ${bytes.length} bytes; at most ${maxMessageBytes} are sent`,
  );
}

/** The message in the bytes of a response. */
export function decodeResponse({ name, definition }: CalledMethod, bytes: Buffer): unknown {
  try {
    return decodeMessage(definition.responseType, bytes);
  } catch (cause) {
    throw new CrawlError('MESSAGE_MALFORMED', `${name}: the response cannot be read`, { cause });
  }
}
