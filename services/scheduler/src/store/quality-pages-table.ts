import { bytes, defineTable, number, text } from '@mayfly/store';
import type { StoredPage } from '../core/quality/quality-ports.ts';

/** When pages were stored, some thousand of them a row. */
export const qualityPagesTable = defineTable({
  name: 'schedulerQualityPages',
  format: 1,
  columns: { bucket: number(), crawl: text(), day: number(), part: number(), pages: bytes() },
  key: ['bucket', 'crawl', 'day', 'part'],
  partition: 1,
  indexes: { day: ['bucket', 'day'] },
});

const PAGE_BYTES = 12;

export function packPages(pages: readonly StoredPage[]): Uint8Array {
  const packed = Buffer.alloc(pages.length * PAGE_BYTES);
  pages.forEach(({ high, low, storedMs }, at) => {
    packed.writeUInt32BE(high, at * PAGE_BYTES);
    packed.writeUInt32BE(low, at * PAGE_BYTES + 4);
    packed.writeUInt32BE(Math.round(storedMs / 1_000), at * PAGE_BYTES + 8);
  });
  return packed;
}

export function unpackPages(packed: Uint8Array): StoredPage[] {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(view.length / PAGE_BYTES) }, (_, at) => ({
    high: view.readUInt32BE(at * PAGE_BYTES),
    low: view.readUInt32BE(at * PAGE_BYTES + 4),
    storedMs: view.readUInt32BE(at * PAGE_BYTES + 8) * 1_000,
  }));
}
