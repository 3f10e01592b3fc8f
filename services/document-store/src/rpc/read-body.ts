import type { ReadBodyRequest, ReadBodyResponse } from '@mayfly/contracts/documentstore/v1';
import { Encoding } from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import type { Bodies } from '../core/ports.ts';
import { unpackedPieces } from '../core/unpacked-pieces.ts';
import { checkSha256 } from './checks.ts';

const PIECE_BYTES = 256 * 1024;

export const readBody = ({ bodies }: { readonly bodies: Bodies }) =>
  async function* ({ sha256 }: ReadBodyRequest): AsyncGenerator<ReadBodyResponse> {
    const body = await bodies.open(checkSha256('sha256', sha256));
    if (body === undefined)
      throw new CrawlError('BODY_UNKNOWN', 'sha256: nothing is kept under it');
    const isZstd = body.encoding === Encoding.ENCODING_ZSTD;
    for await (const bytes of unpackedPieces(body.bytes, { isZstd, pieceBytes: PIECE_BYTES })) {
      yield { bytes };
    }
  };
