import type { DocumentStoreServiceDefinition } from '@mayfly/contracts/documentstore/v1';
import type { PutBodyRequest } from '@mayfly/contracts/documentstore/v1';
import type { Client } from '@mayfly/grpc';
import type { PutContent } from '../streams/large-content.ts';

const PIECE_BYTES = 262_144;
const DEADLINE_MS = 60_000;

/** Puts content that is too large for a message into the document-store: what it is first, then its bytes. */
export function putContent(client: Client<DocumentStoreServiceDefinition>): PutContent {
  return async ({ at, sha256, size, encoding }, signal) => {
    const pieces = function* (): Generator<PutBodyRequest> {
      yield { piece: { $case: 'header', value: { sha256, size, encoding } } };
      for (let from = 0; from < at.value.length; from += PIECE_BYTES) {
        const value = at.value.subarray(from, from + PIECE_BYTES);
        yield { piece: { $case: 'bytes', value } };
      }
    };
    await client.putBody(pieces(), { deadlineMs: DEADLINE_MS, signal });
  };
}
