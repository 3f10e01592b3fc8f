import { gzipSync } from 'node:zlib';
import { type Behaviour, says, saysAndEnds } from './behaviour.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

const read = (name: string, does: string, bytes: string): Behaviour => ({
  ...{ name, does, expected: ['ok'], body: 'body' },
  answer: says(bytes),
});
const readAtEnd = (name: string, does: string, bytes: string): Behaviour => ({
  ...read(name, does, bytes),
  answer: saysAndEnds(bytes),
});
const bad = (name: string, does: string, bytes: string): Behaviour => ({
  ...{ name, does, expected: ['bad-response'] },
  answer: saysAndEnds(bytes),
});
const broken = (name: string, does: string, bytes: string): Behaviour => ({
  ...{ name, does, expected: ['reset'] },
  answer: saysAndEnds(bytes),
});

/** Lengths and chunks. */
export const FRAMING: readonly Behaviour[] = [
  read(
    'length-twice',
    'gives the same length twice',
    `${OK}content-length: 4\r\ncontent-length: 4\r\n\r\nbody`,
  ),
  read(
    'length-list',
    'gives the same length twice in one header',
    `${OK}content-length: 4, 4\r\n\r\nbody`,
  ),
  read(
    'length-with-words',
    'has words after the length',
    `${OK}content-length: 4 bytes\r\n\r\nbody`,
  ),
  read(
    'length-too-short',
    'sends more than it announced',
    `${OK}content-length: 4\r\n\r\nbody and more`,
  ),
  readAtEnd('length-empty', 'gives no length where it should', `${OK}content-length:\r\n\r\nbody`),
  readAtEnd(
    'length-beyond-numbers',
    'gives a length that is no number any more',
    `${OK}content-length: ${'9'.repeat(30)}\r\n\r\nbody`,
  ),
  bad(
    'lengths-differ',
    'gives two lengths',
    `${OK}content-length: 4\r\ncontent-length: 5\r\n\r\nbody`,
  ),
  bad('length-negative', 'gives a length below nothing', `${OK}content-length: -4\r\n\r\nbody`),
  bad('length-no-number', 'gives a length in letters', `${OK}content-length: four\r\n\r\nbody`),
  broken('length-too-long', 'sends less than it announced', `${OK}content-length: 9\r\n\r\nbody`),
  broken(
    'length-too-long-1.0',
    'does so in HTTP/1.0',
    'HTTP/1.0 200 OK\r\ncontent-length: 9\r\n\r\nbody',
  ),
  {
    name: 'length-before-packing',
    does: 'announces the length that its body had before it was packed',
    ...{ expected: ['ok'], body: 'body'.repeat(500) },
    answer: saysAndEnds(
      `${OK}content-encoding: gzip\r\ncontent-length: 2000\r\n\r\n`,
      gzipSync('body'.repeat(500)),
    ),
  },
  read(
    'chunks-and-length',
    'gives a length and sends chunks',
    `${OK}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
  ),
  read(
    'length-and-chunks',
    'does so in the other order',
    `${OK}transfer-encoding: chunked\r\ncontent-length: 9\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
  ),
  read(
    'chunked-twice',
    'says twice that it sends chunks',
    `${OK}transfer-encoding: chunked\r\ntransfer-encoding: Chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
  ),
  read(
    'chunked-identity',
    'names a transfer encoding that is none',
    `${OK}transfer-encoding: identity\r\ncontent-length: 4\r\n\r\nbody`,
  ),
  read(
    'chunk-extensions',
    'has extensions after sizes',
    `${CHUNKED}2;a=b;c="d;e"\r\nbo\r\n2;x\r\ndy\r\n0;y=z\r\n\r\n`,
  ),
  read(
    'chunk-upper-case',
    'writes sizes in capital letters with zeros',
    `${CHUNKED}0000000000000000000004\r\nbody\r\n000\r\n\r\n`,
  ),
  read('chunk-spaces', 'has spaces after sizes', `${CHUNKED}4   \r\nbody\r\n0  \r\n\r\n`),
  read(
    'chunk-bare-lf',
    'ends the lines between chunks without a carriage return',
    `${CHUNKED}4\nbody\n0\n\n`,
  ),
  read(
    'chunk-trailers',
    'has headers after its body',
    `${CHUNKED}4\r\nbody\r\n0\r\nx: y\r\nx: z\r\n\r\n`,
  ),
  readAtEnd(
    'chunk-no-last',
    'ends the connection instead of sending the last chunk',
    `${CHUNKED}4\r\nbody\r\n`,
  ),
  readAtEnd(
    'chunk-no-end',
    'ends the connection within the last chunk',
    `${CHUNKED}4\r\nbody\r\n0\r\n`,
  ),
  {
    ...{
      name: 'chunk-in-bytes',
      does: 'sends chunks in single bytes',
      expected: ['ok'],
      body: 'body',
    },
    answer: (socket) => {
      const bytes = [...`${CHUNKED}2;x\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n`];
      const timer = setInterval(() => {
        const next = bytes.shift();
        if (next === undefined) clearInterval(timer);
        else socket.write(next);
      }, 1);
      socket.once('close', () => clearInterval(timer));
    },
  },
  bad(
    'chunk-no-size',
    'says that it sends chunks and does not',
    `${CHUNKED}a body that has no chunks`,
  ),
  bad('chunk-hex-prefix', 'writes sizes as programs do', `${CHUNKED}0x4\r\nbody\r\n0\r\n\r\n`),
  bad('chunk-too-long', 'sends a chunk longer than its size', `${CHUNKED}2\r\nbody\r\n0\r\n\r\n`),
  bad(
    'chunk-size-overflow',
    'gives a size that is no number any more',
    `${CHUNKED}${'f'.repeat(40)}\r\nbody`,
  ),
  broken('ends-in-chunk', 'ends within a chunk', `${CHUNKED}9\r\nbody`),
  {
    ...{
      name: 'transfer-gzip',
      does: 'packs the transfer, which nobody asked for',
      expected: ['bad-encoding'],
    },
    answer: saysAndEnds(`${OK}transfer-encoding: gzip, chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`),
  },
  {
    ...{
      name: 'body-on-204',
      does: 'sends a body where there can be none',
      expected: ['ok'],
      body: '',
    },
    answer: says('HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nbody'),
  },
  {
    ...{
      name: 'body-on-404',
      does: 'sends less of an error page than announced',
      expected: ['gone'],
    },
    answer: saysAndEnds('HTTP/1.1 404 Not Found\r\ncontent-length: 9000\r\n\r\ngone'),
  },
];
