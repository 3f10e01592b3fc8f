import { type Content as ContentProto, type Link, LinkList } from '@mayfly/contracts/events/v1';
import { MessageReader } from '@mayfly/contracts/reader';
import { CrawlError } from '@mayfly/errors';
import { unpackContent } from '@mayfly/events';
import type { Content } from '../core/attempt-end.ts';
import type { Bodies } from '../core/ports.ts';

const MAX_URL_BYTES = 8_000;

/** The links themselves, out of the message or out of the store. */
export async function loadLinks(
  content: Content | undefined,
  bodies: Pick<Bodies, 'open'>,
): Promise<readonly Link[]> {
  if (content === undefined) return [];
  const { sha256, size } = content;
  const { encoding, bytes } = await packedOf(content, bodies);
  return decodeLinks(await unpackContent({ sha256, size, encoding, bytes }));
}

async function packedOf(
  { sha256, encoding, inline }: Content,
  bodies: Pick<Bodies, 'open'>,
): Promise<{ bytes: Uint8Array; encoding: ContentProto['encoding'] }> {
  if (inline !== undefined) {
    return { bytes: inline, encoding: encoding as ContentProto['encoding'] };
  }
  const body = await bodies.open(sha256);
  if (body === undefined) throw new CrawlError('BODY_UNKNOWN', 'links: nothing is kept under it');
  const pieces: Uint8Array[] = [];
  for await (const piece of body.bytes) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), encoding: body.encoding as ContentProto['encoding'] };
}

function decodeLinks(bytes: Uint8Array): readonly Link[] {
  const links = decoded(bytes);
  for (const { url } of links) {
    if (url.length <= MAX_URL_BYTES) continue;
    throw new CrawlError('MESSAGE_MALFORMED', `links: a URL is longer than ${MAX_URL_BYTES}`);
  }
  return links;
}

function decoded(bytes: Uint8Array): readonly Link[] {
  try {
    return LinkList.decode(new MessageReader(bytes)).links;
  } catch (cause) {
    throw new CrawlError('MESSAGE_MALFORMED', 'links: they are no LinkList', { cause });
  }
}
