import { bytesOfSize, writeSize } from './size-bytes.ts';

/*
 * Numbers in keys. A whole number is a tag that says its sign and how many bytes it has, and those bytes: a counter takes
 * two bytes, a time in milliseconds seven. What has a fraction is the whole number below it, a byte that no value begins
 * with, and its double; between -1 and 1, where priorities and shares are, the double alone under a tag of its own. So is
 * what is too large to be counted exactly. Below zero all bytes behind the tag are turned, so that larger ones sort first.
 */
const LARGE_BELOW = 0x01;
/** Of a whole number below zero: so many bytes are taken from it. */
const BELOW_ZERO = 0x09;
const FRACTION_BELOW = 0x09;
/** Of a whole number from zero up that has no bytes, zero itself, and of a fraction behind it. */
const ZERO = 0x0a;
const FRACTION = 0x0b;
/** Of a whole number above zero: so many bytes are added to it. */
const ABOVE_ZERO = 0x0b;
const LARGE = 0x13;
/** It stands behind a whole number that a fraction follows. */
const GOES_ON = 0xff;

const MOST_BYTES = 7;
/** Nine groups of seven bits. */
const GROUPS = 9;
/** A tag, a whole number, what says that it goes on, and a double. */
export const MOST_NUMBER_BYTES = 2 + MOST_BYTES + GROUPS;

/** Writes a number and says where it ends. */
export function writeNumber(target: Uint8Array, at: number, value: number): number {
  const whole = Math.floor(value);
  if (!Number.isSafeInteger(whole)) {
    target[at] = value < 0 ? LARGE_BELOW : LARGE;
    return writeDouble(target, at + 1, value);
  }
  if (whole === value) return writeWhole(target, at, value);
  if (whole === 0 || whole === -1) {
    target[at] = whole === 0 ? FRACTION : FRACTION_BELOW;
    return writeDouble(target, at + 1, value);
  }
  const end = writeWhole(target, at, whole);
  target[end] = GOES_ON;
  return writeDouble(target, end + 1, value);
}

function writeWhole(target: Uint8Array, at: number, value: number): number {
  const isBelow = value < 0;
  const size = isBelow ? -value : value;
  const length = bytesOfSize(size);
  target[at] = size === 0 ? ZERO : isBelow ? BELOW_ZERO - length : ABOVE_ZERO + length;
  const end = writeSize(target, at + 1, { size, length });
  if (isBelow) for (let place = at + 1; place < end; place += 1) target[place]! ^= 0xff;
  return end;
}

const bits = new DataView(new ArrayBuffer(8));
const groups = new Uint8Array(GROUPS);

/**
 * The bits of a double from zero up sort like its value. They are written in groups of seven, each with a bit that says
 * whether another one follows, and groups of zeros at the end are left out.
 */
function writeDouble(target: Uint8Array, at: number, value: number): number {
  const isBelow = value < 0;
  bits.setFloat64(0, isBelow ? -value : value);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  groups[0] = (high >>> 24) & 0x7f;
  groups[1] = (high >>> 17) & 0x7f;
  groups[2] = (high >>> 10) & 0x7f;
  groups[3] = (high >>> 3) & 0x7f;
  groups[4] = ((high & 7) << 4) | (low >>> 28);
  groups[5] = (low >>> 21) & 0x7f;
  groups[6] = (low >>> 14) & 0x7f;
  groups[7] = (low >>> 7) & 0x7f;
  groups[8] = low & 0x7f;
  let last = GROUPS - 1;
  while (last > 0 && groups[last] === 0) last -= 1;
  const turned = isBelow ? 0xff : 0;
  for (let group = 0; group <= last; group += 1) {
    const more = group < last ? 1 : 0;
    target[at + group] = ((groups[group]! << 1) | more) ^ turned;
  }
  return at + 1 + last;
}

/** The number that begins there, and where it ends; undefined when there is none. */
export function decodeNumber(
  bytes: Uint8Array,
  at: number,
): { value: number; end: number } | undefined {
  const end = numberEnd(bytes, at);
  if (end === undefined) return undefined;
  const turned = bytes[at]! < ZERO ? 0xff : 0;
  const double = doubleStart(bytes, at);
  const size =
    double === undefined
      ? readWhole(bytes, { from: at + 1, end, turned })
      : readDouble(bytes, { from: double, end, turned });
  return { value: turned === 0 || size === 0 ? size : -size, end };
}

interface Span {
  readonly from: number;
  readonly end: number;
  readonly turned: number;
}

function readWhole(bytes: Uint8Array, { from, end, turned }: Span): number {
  let size = 0;
  for (let at = from; at < end; at += 1) size = size * 256 + (bytes[at]! ^ turned);
  return size;
}

function readDouble(bytes: Uint8Array, { from, end, turned }: Span): number {
  groups.fill(0);
  for (let at = from; at < end; at += 1) groups[at - from] = (bytes[at]! ^ turned) >>> 1;
  // By their places: taking them apart as a list would make an iterator for every number.
  const middle = groups[4]!;
  const high = (groups[0]! << 24) | (groups[1]! << 17) | (groups[2]! << 10) | (groups[3]! << 3);
  const low = (groups[5]! << 21) | (groups[6]! << 14) | (groups[7]! << 7) | groups[8]!;
  bits.setUint32(0, high | (middle >>> 4));
  bits.setUint32(4, ((middle & 0xf) << 28) | low);
  return bits.getFloat64(0);
}

/** Where the number that begins there ends; undefined when there is none. */
export function numberEnd(bytes: Uint8Array, at: number): number | undefined {
  const tag = bytes[at]!;
  if (tag < LARGE_BELOW || tag > LARGE) return undefined;
  const double = doubleStart(bytes, at);
  if (double === undefined) {
    const end = at + 1 + lengthOf(tag);
    return end > bytes.length ? undefined : end;
  }
  const last = tag < ZERO ? 1 : 0;
  for (let place = double; place < double + GROUPS && place < bytes.length; place += 1) {
    if ((bytes[place]! & 1) === last) return place + 1;
  }
  return undefined;
}

/** Where the double of a number begins, if it has one. */
function doubleStart(bytes: Uint8Array, at: number): number | undefined {
  const tag = bytes[at]!;
  const isBare = tag === LARGE || tag === FRACTION || tag === FRACTION_BELOW || tag === LARGE_BELOW;
  if (isBare) return at + 1;
  const end = at + 1 + lengthOf(tag);
  return bytes[end] === GOES_ON ? end + 1 : undefined;
}

/** How many bytes the whole number of a tag has. */
function lengthOf(tag: number): number {
  if (tag === ZERO) return 0;
  return tag < ZERO ? BELOW_ZERO - tag : tag - ABOVE_ZERO;
}
