import { gzipSync } from 'node:zlib';
import { escaped } from './markup.ts';
import { headline, paragraphs } from './prose.ts';
import { randomOf } from './random.ts';

/** The shape of a web that is only there to be measured. */
export interface BenchShape {
  readonly pages: number;
  readonly hosts: number;
  /** About how large each page is. */
  readonly bytes: number;
  /** One page in so many comes as gzip; none where it is 0 or not said. */
  readonly packedEvery?: number;
}

/** A whole answer, ready to be written; most of it is shared with other pages. */
export type Prepared = readonly Buffer[];

/** Every page but the first has one page that surely links to it; so many pages share that one. */
const BRANCHES = 8;
/** Links to anywhere, on every page. */
const CROSS_LINKS = 22;
const TEXTS = 32;
const HTML = 'text/html; charset=utf-8';
const END = Buffer.from('</article></body></html>\n');

/** The address of host number `host`; all of 127.0.0.0/8 is this machine. */
export function benchAddress(host: number): string {
  return `127.1.${Math.floor(host / 250)}.${1 + (host % 250)}`;
}

/** Where page `n` is on its host. */
export function benchPath(n: number): string {
  return `/story/${n}`;
}

/** The pages that page `n` links to: up to 8 branches, which make all pages reachable, and 22 others. */
export function benchLinks({ pages }: BenchShape, n: number): number[] {
  const first = n * BRANCHES + 1;
  const branches = Math.max(0, Math.min(BRANCHES, pages - first));
  const random = randomOf(0, 'cross links', n);
  return [
    ...Array.from({ length: branches }, (_, i) => first + i),
    ...Array.from({ length: CROSS_LINKS }, () => random.below(pages)),
  ];
}

/** All pages, by number. */
export function benchPages(shape: BenchShape, port: number): Prepared[] {
  const texts = Array.from({ length: Math.min(TEXTS, shape.pages) }, (_, i) => longText(shape, i));
  return Array.from({ length: shape.pages }, (_, n) => {
    const own = ownPart(shape, port, n);
    const text = texts[n % texts.length]!;
    const wanted = shape.bytes - own.length - END.length;
    const end = text.ends.findLast((at) => at <= wanted) ?? 0;
    const parts = [own, text.bytes.subarray(0, end), END];
    const isPacked = (shape.packedEvery ?? 0) > 0 && n % shape.packedEvery! === 0;
    return isPacked ? preparedGzip(HTML, parts) : prepared(HTML, ...parts);
  });
}

/** An answer of 200 with these parts as its body. */
export function prepared(contentType: string, ...parts: readonly Buffer[]): Prepared {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\nContent-Length: ${length}\r\n\r\n`;
  const [first = Buffer.alloc(0), ...rest] = parts;
  return [Buffer.concat([Buffer.from(head), first]), ...rest];
}

/** The same, packed. */
function preparedGzip(contentType: string, parts: readonly Buffer[]): Prepared {
  return prepared(`${contentType}\r\nContent-Encoding: gzip`, gzipSync(Buffer.concat(parts)));
}

function ownPart(shape: BenchShape, port: number, n: number): Buffer {
  const host = n % shape.hosts;
  const links = benchLinks(shape, n).map((to) => {
    const there = to % shape.hosts;
    const origin = there === host ? '' : `http://${benchAddress(there)}:${port}`;
    return `<li><a href="${origin}${benchPath(to)}">Story ${to}</a></li>`;
  });
  return Buffer.from(
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Story ${n}</title>` +
      `<style>article{max-width:40em}</style><script>window.story={"number":${n}};</script></head>` +
      `<body><ul>\n${links.join('\n')}\n</ul><article><h1>Story ${n}</h1>\n`,
  );
}

/** A text longer than any page needs, and where in it a block of markup ends. */
function longText({ bytes }: BenchShape, number: number): { bytes: Buffer; ends: number[] } {
  const random = randomOf(0, 'bench text', number);
  const blocks = paragraphs(random, bytes).map((text, i) =>
    Buffer.from(
      i % 5 === 0
        ? `<h2 class="part">${escaped(headline(random))}</h2>\n<p>${escaped(text)}</p>\n`
        : `<p class="text">${escaped(text)}</p>\n`,
    ),
  );
  let at = 0;
  return { bytes: Buffer.concat(blocks), ends: blocks.map((block) => (at += block.length)) };
}
