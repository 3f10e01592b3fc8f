import { bytes, defineBlobs, defineTable, number, text } from '@mayfly/store';

/**
 * Content under its hash. What came in a message has its packed bytes here and is claimed from the start; what was put
 * has them in a large value of its own, so that a claim writes a small row again and not the bytes.
 */
export const bodiesTable = defineTable({
  name: 'documentBodies',
  format: 1,
  columns: {
    sha256: text(),
    encoding: number(),
    size: number(),
    bytes: bytes().optional(),
    blob: text().optional(),
    /** Only while no message has named it. */
    unclaimedSinceMs: number().optional(),
  },
  key: ['sha256'],
  partition: 1,
  indexes: { unclaimed: ['unclaimedSinceMs'] },
});

/** Large values that no body points to: being uploaded, left behind by a crash, or about to be removed. */
export const looseBlobsTable = defineTable({
  name: 'documentLooseBlobs',
  format: 1,
  columns: { sha256: text(), blob: text(), sinceMs: number() },
  key: ['sha256', 'blob'],
  partition: 1,
  indexes: { bySince: ['sinceMs'] },
});

export const bodyBlobs = defineBlobs({ name: 'documentBlob' });

/** All tables that bodies need. */
export const BODY_TABLES = [bodiesTable, looseBlobsTable, ...bodyBlobs.tables] as const;
