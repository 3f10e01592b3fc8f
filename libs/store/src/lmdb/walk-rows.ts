import type { Tree } from '@mayfly/data-folder';
import { justAfter } from '../port/key-bytes.ts';

/** A few rows of a table in the order of their keys. */
export type Entries = readonly { readonly key: Uint8Array; readonly value: Uint8Array }[];

const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** The next rows after a key, so many that one commit can rewrite them; none at the end. */
export function nextRows(tree: Tree, after: Uint8Array | undefined): Entries {
  const from = after === undefined ? {} : { from: justAfter(after) };
  const entries: { key: Uint8Array; value: Uint8Array }[] = [];
  let size = 0;
  for (const entry of tree.range({ ...from, limit: BATCH_ROWS })) {
    entries.push(entry);
    size += entry.value.length;
    if (size > BATCH_BYTES) break;
  }
  return entries;
}
