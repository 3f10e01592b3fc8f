import { codeTable, type CodeTable } from './code-table.ts';
import type { EncodedSink } from './legacy-encoder.ts';

const ESCAPE = 0x1b;
/** Escape sequences that switch to a state. */
const SWITCH = {
  ascii: [ESCAPE, 0x28, 0x42],
  roman: [ESCAPE, 0x28, 0x4a],
  jis0208: [ESCAPE, 0x24, 0x42],
} as const;
type State = keyof typeof SWITCH;

/** Shift codes: a page that smuggles them in must not switch the state of its reader. */
const SHIFT_CODES = new Set([0x0e, 0x0f, ESCAPE]);

/** What only the roman state can say: yen and overline stand where ASCII has backslash and tilde. */
const ROMAN: Readonly<Record<number, number>> = { 0xa5: 0x5c, 0x203e: 0x7e };

/** Full-width forms of U+FF61 to U+FF9F: this encoding has no half-width ones. */
const FULL_WIDTH =
  '。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜';

/** Writes ISO-2022-JP, the one encoding with states; it always ends in that of ASCII. */
export function encodeIso2022Jp(text: string, sink: EncodedSink): void {
  const writer = new Writer(sink);
  for (const character of text.toWellFormed()) writer.write(character.codePointAt(0)!);
  writer.end();
}

class Writer {
  readonly #sink: EncodedSink;
  // Row and cell of EUC-JP are those of JIS X 0208 with the high bits set.
  readonly #eucJp = eucJp();
  #state: State = 'ascii';

  constructor(sink: EncodedSink) {
    this.#sink = sink;
  }

  write(codePoint: number): void {
    const roman = ROMAN[codePoint];
    if (SHIFT_CODES.has(codePoint)) {
      this.#missing(0xfffd);
    } else if (codePoint < 0x80) {
      // The roman state says all of ASCII but these two.
      const differs = codePoint === 0x5c || codePoint === 0x7e;
      this.#put(this.#state === 'roman' && !differs ? 'roman' : 'ascii', [codePoint]);
    } else if (roman !== undefined) {
      this.#put('roman', [roman]);
    } else {
      const pair = this.#eucJp(FULL_WIDTH.codePointAt(codePoint - 0xff61) ?? codePoint);
      if (pair === undefined) this.#missing(codePoint);
      else
        this.#put(
          'jis0208',
          pair.map((byte) => byte & 0x7f),
        );
    }
  }

  end(): void {
    this.#put('ascii', []);
  }

  #put(state: State, bytes: readonly number[]): void {
    if (state !== this.#state) SWITCH[state].forEach((byte) => this.#sink.byte(byte));
    this.#state = state;
    bytes.forEach((byte) => this.#sink.byte(byte));
  }

  #missing(codePoint: number): void {
    if (this.#state === 'jis0208') this.end();
    this.#sink.missing(codePoint);
  }
}

let table: CodeTable | undefined;

/** Reading every pair takes a moment, so it is done once. */
function eucJp(): CodeTable {
  return (table ??= codeTable('euc-jp'));
}
