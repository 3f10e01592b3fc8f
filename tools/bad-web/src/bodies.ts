import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Behaviour, drips, LIMITS, pours, reply, says } from './behaviour.ts';

const HTML = { 'content-type': 'text/html' };
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n';
const packed = (encoding: string): Record<string, string> => ({
  ...HTML,
  'content-encoding': encoding,
});
const PAGE = '<title>A page</title><p>words</p>';

/** Zeros, far more than allowed, packed to little; made when they are first asked for. */
const bomb = lazily(() => Buffer.alloc(5 * LIMITS.maxBodyBytes));
const gzipBomb = lazily(() => gzipSync(bomb()));
const zstdBomb = lazily(() => zstdCompressSync(bomb()));
const brotliBomb = lazily(() => brotliCompressSync(bomb()));
const bombOfBombs = lazily(() => gzipSync(gzipBomb()));

const bombing = (name: string, encoding: string, bytes: () => Uint8Array): Behaviour => ({
  ...{ name, does: `packs 60 MB of zeros (${encoding})`, expected: ['too-large'] },
  answer: (socket) => void socket.write(reply(bytes(), packed(encoding))),
});
const decoded = (name: string, encoding: string, bytes: Uint8Array): Behaviour => ({
  ...{ name, does: `sends a page as ${encoding}`, expected: ['ok'], body: PAGE },
  answer: says(reply(bytes, packed(encoding))),
});
const undecodable = (name: string, does: string, encoding: string, bytes: string): Behaviour => ({
  ...{ name, does, expected: ['bad-encoding'] },
  answer: says(reply(bytes, packed(encoding))),
});

/** Bodies: too large, too slow, packed well and badly. */
export const BODIES: readonly Behaviour[] = [
  { name: 'good', does: 'sends a page', expected: ['ok'], body: PAGE, answer: says(reply(PAGE)) },
  decoded('good-gzip', 'gzip', gzipSync(PAGE)),
  decoded('good-raw-deflate', 'deflate', deflateRawSync(PAGE)),
  decoded('good-brotli', 'br', brotliCompressSync(PAGE)),
  decoded('good-zstd', 'zstd', zstdCompressSync(PAGE)),
  decoded('good-gzip-br', 'gzip, br', brotliCompressSync(gzipSync(PAGE))),
  decoded('gzip-and-junk', 'gzip', Buffer.concat([gzipSync(PAGE), Buffer.from('junk')])),
  decoded('charset-as-encoding', 'UTF-8', Buffer.from(PAGE)),
  bombing('gzip-bomb', 'gzip', gzipBomb),
  bombing('zstd-bomb', 'zstd', zstdBomb),
  bombing('brotli-bomb', 'br', brotliBomb),
  bombing('bomb-of-bombs', 'gzip, gzip', bombOfBombs),
  {
    name: 'stalled-bomb',
    does: 'sends most of a bomb and then nothing more',
    expected: ['too-large'],
    answer: (socket) => {
      const bytes = gzipBomb();
      socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes.subarray(0, bytes.length - 1_000));
    },
  },
  undecodable('not-gzip', 'calls a page gzip that is none', 'gzip', PAGE),
  undecodable('unknown-encoding', 'packs in a way of its own', 'rot13', PAGE),
  undecodable('many-encodings', 'packs three times', 'gzip, gzip, gzip', PAGE),
  undecodable(
    'thousands-of-encodings',
    'packs fifteen hundred times',
    Array(1_500).fill('gzip').join(','),
    PAGE,
  ),
  {
    ...{ name: 'large', does: 'announces more than allowed', expected: ['too-large'] },
    answer: says(`${OK}content-length: 99999999\r\n\r\n`),
  },
  {
    ...{ name: 'endless', does: 'sends a body without an end', expected: ['too-large'] },
    answer: pours(`${OK}\r\n`, 'x'.repeat(65_536)),
  },
  {
    ...{ name: 'endless-chunks', does: 'sends chunks without an end', expected: ['too-large'] },
    answer: pours(`${OK}transfer-encoding: chunked\r\n\r\n`, `4000\r\n${'x'.repeat(16_384)}\r\n`),
  },
  {
    ...{ name: 'slow-drip', does: 'sends a byte now and then', expected: ['too-slow'] },
    answer: drips(`${OK}content-length: 100000\r\n\r\n`, 'x', 50),
  },
  {
    ...{
      name: 'slow-gzip',
      does: 'sends packed bytes now and then',
      expected: ['too-slow', 'bad-encoding'],
    },
    answer: drips(`${OK}content-encoding: gzip\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03`, '\0', 50),
  },
  {
    ...{ name: 'stalls', does: 'stops within its body', expected: ['too-slow', 'timeout'] },
    answer: says(`${OK}content-length: 100\r\n\r\nsome`),
  },
  {
    ...{
      name: 'slow-error',
      does: 'sends an error page a byte at a time',
      expected: ['server-error'],
    },
    answer: drips('HTTP/1.1 500 Oh\r\ncontent-length: 100000\r\n\r\n', 'x', 50),
  },
];

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
