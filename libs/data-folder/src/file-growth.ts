import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';

/** A file as LMDB has it: all of its pages up to the last one that it uses. */
export interface UsedFile {
  readonly pageSize: number;
  readonly lastPageNumber: number;
}

/** What is smaller is left alone: little is won there, and what comes new is written twice. */
const FROM_BYTES = 256 * 1024 ** 2;
/** So much of what is used lies ready behind it. */
const AHEAD_SHARE = 1 / 32;
/** One transaction waits for no more than this. */
const MOST_AT_ONCE_BYTES = 8 * 1024 ** 2;

/**
 * Lets a file of LMDB grow page by page, ahead of what is used. Linux keeps in one piece what was written in one piece,
 * and whoever writes a page of such a piece later pays for all of it: of a frontier with ten million URLs that was two
 * fifths of the kernel's time (docs/adr/0012). Pages are only ever added behind the end of the file, wherever that is by then.
 */
export class FileGrowth {
  private readonly file: number;
  private readonly write: typeof writeSync;
  private bytes: number;

  constructor(path: string, write: typeof writeSync = writeSync) {
    this.file = openSync(path, 'a');
    this.write = write;
    this.bytes = fstatSync(this.file).size;
  }

  growAhead(usedFile: () => UsedFile): void {
    if (this.bytes < FROM_BYTES) this.bytes = fstatSync(this.file).size;
    if (this.bytes < FROM_BYTES) return;
    const { pageSize, lastPageNumber } = usedFile();
    const wanted = (lastPageNumber + 1) * pageSize * (1 + AHEAD_SHARE);
    if (this.bytes >= wanted) return;
    this.bytes = fstatSync(this.file).size;
    const page = Buffer.alloc(pageSize);
    const end = Math.min(wanted, this.bytes + MOST_AT_ONCE_BYTES);
    try {
      for (; this.bytes < end; this.bytes += pageSize) this.write(this.file, page);
    } catch {
      // The disk is full: LMDB may still have room in the pages that it has, and says so itself where it has none.
      this.bytes = Infinity;
    }
  }

  close(): void {
    closeSync(this.file);
  }
}
