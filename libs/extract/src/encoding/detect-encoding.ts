import type * as Jschardet from 'jschardet';
import { loadedLater } from '../loaded-later.ts';
import { byteText } from './decode.ts';
import { encodingForLabel } from './encoding-labels.ts';

const jschardet = loadedLater<typeof Jschardet>('jschardet');

/** How many bytes the detector looks at; more makes it slower and no better. */
const SAMPLE_BYTES = 16_384;

/**
 * The detector's names of what the Encoding standard can decode, with the standard's where they differ.
 * Others (UTF-7, UTF-32, HZ, EBCDIC, most of DOS) are not of the web: no browser would read them.
 */
const NAMES = new Map(
  [
    'utf-8 gb18030 koi8-r koi8-u tis-620 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255',
    'cp1256 cp1257 cp1258 iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7',
    'iso8859-8 iso8859-9 iso8859-10 iso8859-13 iso8859-14 iso8859-15 cp866',
    'utf-16-le:utf-16le utf-16-be:utf-16be iso8859-16:iso-8859-16 cp874:windows-874 mac-roman:macintosh',
    'mac-cyrillic:x-mac-cyrillic big5hkscs:big5 cp932:shift_jis shift_jis_2004:shift_jis',
    'euc_jis_2004:euc-jp euc_kr:euc-kr cp949:euc-kr iso2022_jp_2:iso-2022-jp',
    'iso2022_jp_2004:iso-2022-jp iso2022_jp_ext:iso-2022-jp',
  ]
    .join(' ')
    .split(' ')
    .map((pair): [string, string | undefined] => {
      const [name = '', label = name] = pair.split(':');
      return [name, encodingForLabel(label)];
    }),
);

/** Fewer bytes that are not ASCII make no statistics; words around them make up for some. */
const FEWEST = 4;
const FEWEST_AMONG_WORDS = 2;
const WORDS_BYTES = 16;

/** The encoding that bytes look like by their statistics, or undefined where they say too little. */
export function detectEncoding(bytes: Uint8Array): string | undefined {
  const sample = sampleOf(bytes);
  const fewest = sample.length < WORDS_BYTES ? FEWEST : FEWEST_AMONG_WORDS;
  if (sample.filter((byte) => byte > 0x7f).length < fewest) return undefined;
  const { encoding } = jschardet().chardet.detect(sample, {
    includeEncodings: NAMES.keys(),
    noMatchEncoding: 'cp1252',
    compatNames: false,
  });
  const name = encoding === null ? undefined : NAMES.get(encoding);
  return name === 'windows-1252' && isLatin9(sample) ? 'ISO-8859-15' : name;
}

/** The sign of the euro at a number, or the French ligature in a word: in Windows they have other places. */
const LATIN_9 = /\d[ \xa0]?\xa4|\xa4[ \xa0]?\d|[a-z\xdf-\xff]\xbd[a-z\xdf-\xff]/i;
/** Signs that only Windows has: quotation marks, dashes and others that every text has some of. */
const WINDOWS = /[\x80-\x9f]/;

/** Whether Western text is of Latin 9, which the statistics cannot tell: it differs by eight signs. */
function isLatin9(sample: Uint8Array): boolean {
  const text = byteText(sample);
  return LATIN_9.test(text) && !WINDOWS.test(text);
}

const SEPARATORS = new Set([0x0a, 0x0d, 0x3c, 0x3e]);

/**
 * Lines and stretches between tags that have something else than ASCII: scripts and styles tell nothing.
 * No encoding has a separator inside a character, so none is cut in two.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let length = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES;) {
    let end = at;
    let speaks = false;
    while (end < bytes.length && !SEPARATORS.has(bytes[end]!))
      speaks = bytes[end++]! > 0x7f || speaks;
    if (speaks) {
      const stretch = bytes.subarray(at, Math.min(end + 1, at + SAMPLE_BYTES - length));
      sample.set(stretch, length);
      length += stretch.length;
    }
    at = end + 1;
  }
  return sample.subarray(0, length);
}
