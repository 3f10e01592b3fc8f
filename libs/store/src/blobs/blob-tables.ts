import { bytes, number, text } from '../port/column.ts';
import { defineTable } from '../port/table.ts';

/**
 * The tables of one kind of large values. All rows of a value have its key as partition key, so that a value becomes visible,
 * or is replaced, in one part. `heads` says which upload is the value; `uploads` has those that are not, or not yet.
 */
export function defineBlobs<const Name extends string>({ name }: { readonly name: Name }) {
  const heads = defineTable({
    name: `${name}Heads`,
    format: 1,
    columns: { key: text(), upload: text(), size: number() },
    key: ['key'],
    partition: 1,
  });
  const uploads = defineTable({
    name: `${name}Uploads`,
    format: 1,
    columns: { key: text(), upload: text(), sinceMs: number(), state: text<UploadState>() },
    key: ['key', 'upload'],
    partition: 1,
    indexes: { bySince: ['sinceMs'] },
  });
  const chunks = defineTable({
    name: `${name}Chunks`,
    format: 1,
    columns: { key: text(), upload: text(), position: number(), bytes: bytes() },
    key: ['key', 'upload', 'position'],
    partition: 1,
  });
  return { heads, uploads, chunks, tables: [heads, uploads, chunks] as const };
}

/** An upload is being written, or was replaced and may still be read, or is being removed. */
export type UploadState = 'writing' | 'replaced' | 'removing';

/** The tables of `defineBlobs`; hand `tables` to the store that shall hold them. */
export type BlobTables = ReturnType<typeof defineBlobs>;
