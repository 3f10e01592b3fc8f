import {
  type BodyHeader,
  type PutBodyRequest,
  type PutBodyResponse,
} from '@mayfly/contracts/documentstore/v1';
import { Encoding } from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import { checkedPieces, MAX_BODY_BYTES } from '../core/body-check.ts';
import type { Bodies, BodyHead } from '../core/ports.ts';
import { bodyPut } from '../events.ts';
import { checkSha256, invalid } from './checks.ts';

const MAX_PIECE_BYTES = 1024 * 1024;

export const putBody =
  ({ bodies }: { readonly bodies: Bodies }) =>
  async (requests: AsyncIterable<PutBodyRequest>): Promise<PutBodyResponse> => {
    const iterator = requests[Symbol.asyncIterator]();
    const first = await iterator.next();
    const piece = first.done === true ? undefined : first.value.piece;
    if (piece?.$case !== 'header') throw invalid('header', 'must come first');
    const head = checkHeader(piece.value);
    const isZstd = head.encoding === Encoding.ENCODING_ZSTD;
    const { known } = await bodies.put(
      head,
      checkedPieces(piecesOf({ [Symbol.asyncIterator]: () => iterator }), { ...head, isZstd }),
    );
    bodyPut(known);
    return { known };
  };

function checkHeader({ sha256, size, encoding }: BodyHeader): BodyHead {
  checkSha256('header.sha256', sha256);
  if (!Number.isSafeInteger(size) || size < 0) throw invalid('header.size', 'must be 0 or more');
  if (size > MAX_BODY_BYTES) throw new CrawlError('BODY_TOO_LARGE', 'header.size: above 64 MB');
  if (encoding !== Encoding.ENCODING_IDENTITY && encoding !== Encoding.ENCODING_ZSTD) {
    throw invalid('header.encoding', 'must be identity or zstd');
  }
  return { sha256, size, encoding };
}

async function* piecesOf(requests: AsyncIterable<PutBodyRequest>): AsyncGenerator<Uint8Array> {
  for await (const { piece } of requests) {
    if (piece?.$case !== 'bytes') throw invalid('bytes', 'must be all that follows the header');
    const { length } = piece.value;
    if (length > MAX_PIECE_BYTES) throw invalid('bytes', 'a piece must have at most 1 MB');
    yield piece.value;
  }
}
