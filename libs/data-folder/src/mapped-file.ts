import { readFileSync, realpathSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { type AddressRange, kernelAdvice, type LetGo } from './kernel-advice.ts';

/** So much memory this process counts for before pages of files are let go, and so much of files it may have mapped in any case. */
const MOST_RESIDENT_BYTES = 1_400 * 1024 ** 2;
const LEAST_MAPPED_BYTES = 256 * 1024 ** 2;
/** A file that is smaller is looked at now and then, in case it grows. */
const FROM_BYTES = LEAST_MAPPED_BYTES;
const LOOK_EVERY_MS = 100;
const LOOK_AT_SMALL_EVERY_MS = 5_000;
/** If mapping again what is still needed takes twice as long as letting go, both together are a twentieth of all time. */
const REST_FACTOR = 60;
/** What stays mapped, of what may be: the next look should not have to do the same again. */
const KEPT_SHARE = 3 / 4;
/** Ranges begin where pages do, on every machine. */
const PAGES_BYTES = 64 * 1_024;

/** What this process counts for, of files and of its own. */
interface Resident {
  readonly files: number;
  readonly own: number;
}

/**
 * Keeps small what a mapped file counts for in the memory of this process. LMDB maps its file as a whole, and what was read
 * stays mapped with its neighbours, though the kernel may take it back at will: of ten million URLs that is all of 2.2 GB
 * (docs/adr/0013). It needs Linux, which alone tells what is mapped.
 */
export class MappedFile {
  readonly #path: string;
  readonly #mostMapped: (resident: Resident) => number;
  #letGo: LetGo | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Up to where pages were let go last, as a share of the file. */
  #at = 0;

  constructor(path: string, mostMapped = usualMost) {
    this.#path = realpathSync(path);
    this.#mostMapped = mostMapped;
  }

  /** Looks again and again, until it is closed. */
  watch(): void {
    if (platform() === 'linux') this.#lookAfter(LOOK_AT_SMALL_EVERY_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Lets pages of the file go where too much is mapped, those first that were let go longest ago; says whether that can be done here. */
  async keepSmall(): Promise<boolean> {
    const resident = residentBytes();
    const most = this.#mostMapped(resident);
    if (resident.files <= most) return true;
    this.#letGo ??= await kernelAdvice();
    const letGo = this.#letGo;
    if (letGo === undefined || this.#isClosed) return false;
    const share = 1 - (KEPT_SHARE * most) / resident.files;
    const maps = mapsOf(this.#path, bytesOf(this.#path));
    const ranges = maps.flatMap((map) => partsOf(map, this.#at, share));
    this.#at = (this.#at + share) % 1;
    return maps.length > 0 && ranges.every((range) => letGo(range));
  }

  #lookAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    const isSmall = bytesOf(this.#path) < FROM_BYTES;
    const startMs = performance.now();
    const canBeDone = isSmall || (await this.keepSmall());
    if (!canBeDone || this.#isClosed) return;
    const restMs = REST_FACTOR * (performance.now() - startMs);
    this.#lookAfter(isSmall ? LOOK_AT_SMALL_EVERY_MS : Math.max(LOOK_EVERY_MS, restMs));
  }
}

function usualMost({ own }: Resident): number {
  return Math.max(LEAST_MAPPED_BYTES, MOST_RESIDENT_BYTES - own);
}

function residentBytes(): Resident {
  const status = ownFile('status');
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1_024;
  return { files: bytes('RssFile'), own: bytes('RssAnon') };
}

/** A share of a range from a point on, and from its beginning where it ends before. */
function partsOf({ from, bytes }: AddressRange, at: number, share: number): AddressRange[] {
  const start = wholePages(at * bytes);
  const length = Math.min(bytes, wholePages(share * bytes) + PAGES_BYTES);
  const first = Math.min(length, bytes - start);
  const parts = [
    { from: from + BigInt(start), bytes: first },
    { from, bytes: length - first },
  ];
  return parts.filter((part) => part.bytes > 0);
}

const wholePages = (bytes: number) => Math.floor(bytes / PAGES_BYTES) * PAGES_BYTES;

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
