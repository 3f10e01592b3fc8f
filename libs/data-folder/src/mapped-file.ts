import { readFileSync, realpathSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { type AddressRange, kernelAdvice, type LetGo } from './kernel-advice.ts';

/** So much of files this process has mapped, all in all, before pages are let go. */
const MOST_MAPPED_BYTES = 512 * 1024 ** 2;
/** A file that is smaller is looked at now and then, in case it grows. */
const FROM_BYTES = MOST_MAPPED_BYTES / 2;
const LOOK_EVERY_MS = 100;
const LOOK_AT_SMALL_EVERY_MS = 5_000;

/**
 * Keeps small what a mapped file counts for in the memory of this process. LMDB maps its file as a whole, and what was read
 * stays mapped with its neighbours, though the kernel may take it back at will: of ten million URLs that is all of 2.2 GB
 * (docs/adr/0013). It needs Linux, which alone tells what is mapped.
 */
export class MappedFile {
  readonly #path: string;
  readonly #mostBytes: number;
  #letGo: LetGo | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(path: string, mostBytes = MOST_MAPPED_BYTES) {
    this.#path = realpathSync(path);
    this.#mostBytes = mostBytes;
  }

  /** Looks again and again, until it is closed. */
  watch(): void {
    if (platform() === 'linux') this.#lookAfter(LOOK_AT_SMALL_EVERY_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Lets the file's pages go where too much is mapped; says whether that can be done here. */
  async keepSmall(): Promise<boolean> {
    if (mappedBytes() <= this.#mostBytes) return true;
    this.#letGo ??= await kernelAdvice();
    const letGo = this.#letGo;
    if (letGo === undefined || this.#isClosed) return false;
    const ranges = mapsOf(this.#path, bytesOf(this.#path));
    return ranges.length > 0 && ranges.every((range) => letGo(range));
  }

  #lookAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    const isSmall = bytesOf(this.#path) < FROM_BYTES;
    const canBeDone = isSmall || (await this.keepSmall());
    if (canBeDone && !this.#isClosed) {
      this.#lookAfter(isSmall ? LOOK_AT_SMALL_EVERY_MS : LOOK_EVERY_MS);
    }
  }
}

/** What this process has mapped of files and touched. */
function mappedBytes(): number {
  const [, kilobytes = '0'] = /^RssFile:\s+(\d+) kB$/m.exec(ownFile('status')) ?? [];
  return Number(kilobytes) * 1_024;
}

/** Where the file is mapped, as far as it has bytes. A file that outgrew its map has an older one too. */
function mapsOf(path: string, size: number): AddressRange[] {
  const lines = ownFile('maps').split('\n');
  return lines.flatMap((line) => {
    const [, from, to] = /^([\da-f]+)-([\da-f]+) /.exec(line) ?? [];
    if (from === undefined || to === undefined || !line.endsWith(` ${path}`)) return [];
    const start = BigInt(`0x${from}`);
    return [{ from: start, bytes: Math.min(size, Number(BigInt(`0x${to}`) - start)) }];
  });
}

/** A folder that was taken away under its owner is nobody's matter here. */
const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const ownFile = (name: string) => readFileSync(`/proc/self/${name}`, 'latin1');
