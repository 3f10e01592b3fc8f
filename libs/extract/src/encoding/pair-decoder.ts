/** Text that is not to be read. */
export const BROKEN = -1;
/** The first byte of two. */
export const LEADS = -2;

/** How bytes of an encoding become characters: each on its own, or two of them. ASCII is itself in all of them. */
export interface PairRules {
  /** The code point of a byte that is not ASCII, `LEADS` or `BROKEN`. */
  readonly single: (byte: number) => number;
  /**
   * The code point of two bytes, two code points of 16 bits one behind the other, or `BROKEN`. Where a third byte must follow,
   * what stands for both as its first one, which is above 255, with its sign changed.
   */
  readonly pair: (lead: number, byte: number) => number;
}

const REPLACEMENT = 0xfffd;
const LAST_CODE_POINT = 0x10_ffff;

/** Decodes by such rules as the encoding standard says, from piece to piece. */
export function pairDecoder({ single, pair }: PairRules) {
  let lead = 0;
  return {
    decode(bytes: Uint8Array, last: boolean): string {
      // A broken pair may be two characters, and its first byte may have come before.
      const codes = new Uint16Array(2 * bytes.length + 2);
      let length = 0;
      const put = (code: number): void => {
        if (code > LAST_CODE_POINT) {
          codes[length++] = code >>> 16;
          codes[length++] = code;
        } else if (code > 0xffff) {
          codes[length++] = 0xd7c0 + (code >>> 10);
          codes[length++] = 0xdc00 | (code & 0x3ff);
        } else codes[length++] = code === BROKEN ? REPLACEMENT : code;
      };
      for (const byte of bytes) {
        if (lead === 0) {
          const code = byte < 0x80 ? byte : single(byte);
          if (code === LEADS) lead = byte;
          else put(code);
          continue;
        }
        const code = pair(lead, byte);
        lead = code < LEADS ? -code : 0;
        if (lead !== 0) continue;
        put(code);
        // What is no second byte is a character of its own, lest a tag be swallowed.
        if (code === BROKEN && byte < 0x80) put(byte);
      }
      if (last && lead !== 0) {
        lead = 0;
        put(BROKEN);
      }
      return Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le');
    },
  };
}

const NEWLINE = 0x0a;
/** None that the platform has no character for, and none of its own. */
const ONE_CHARACTER = /^[^\ue000-\uf8ff\ufffd]$/u;

/**
 * What the platform's decoder makes of pairs, one code point for each, 0 where it has none: its tables are sound, though not
 * whole, and need not be written down again.
 */
export function platformCodes(encoding: string, pairs: readonly (readonly number[])[]): number[] {
  const bytes = Uint8Array.from(pairs.flatMap((pair) => [...pair, NEWLINE]));
  const texts = new TextDecoder(encoding).decode(bytes).split('\n', pairs.length);
  return texts.map((text) => (ONE_CHARACTER.test(text) ? text.codePointAt(0)! : 0));
}
