import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotHttp } from './answer-head.ts';
import { ChunkLines } from './chunk-lines.ts';

/** What is handed on of bytes that come in these pieces. */
function passed(pieces: readonly Buffer[], lines = new ChunkLines()): string {
  return pieces.map((piece) => lines.pass(piece)?.toString('latin1') ?? '').join('');
}
const whole = (text: string) => passed([Buffer.from(text, 'latin1')]);

function piecesOf(text: string, cuts: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  const at = [...new Set(cuts.map((cut) => cut % bytes.length))].toSorted((a, b) => a - b);
  return [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length));
}

const PLAIN = '4\r\nbody\r\nA\r\n0123456789\r\n0\r\n\r\n';

describe('chunks', () => {
  it('that keep to the standard are the same bytes', () => {
    const bytes = Buffer.from(PLAIN);
    const lines = new ChunkLines();
    expect(lines.pass(bytes)).toBe(bytes);
    expect([lines.isDone, lines.isOdd]).toEqual([true, false]);
  });

  it.each([
    ['4\nbody\n0\n\n', '4\r\nbody\r\n0\r\n\r\n'],
    ['4  \r\nbody\r\n0;x="y"\r\n\r\n', '4\r\nbody\r\n0\r\n\r\n'],
    ['00000000000000004\r\nbody\r\n0\r\nx: y\r\nz: 0\r\n\r\n', '4\r\nbody\r\n0\r\n\r\n'],
    ['4\r\n\n\n\n\n\r\n0\r\n\r\nnext', '4\r\n\n\n\n\n\r\n0\r\n\r\nnext'],
  ])('%j means %j', (text, meant) => expect(whole(text)).toBe(meant));

  it.each([
    'body',
    'g\r\n',
    '0x4\r\nbody',
    '-1\r\n',
    '2\r\nbody\r\n',
    `${'f'.repeat(20)}\r\n`,
    '\r\n',
  ])('%j are none', (text) => expect(() => whole(text)).toThrow(NotHttp));

  it('are never waited for without an end', () => {
    expect(() => whole(`4;${'x'.repeat(20_000)}`)).toThrow(NotHttp);
    expect(() => whole(`0\r\n${'x: y\r\n'.repeat(9_000)}`)).toThrow(NotHttp);
  });

  it('mean the same in whatever pieces they come', () => {
    const texts = [PLAIN, '3 \nabc\n2;x\r\n\n\n\r\n0\r\na: b\n\n'];
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.nat(), { maxLength: 12 }),
        (text, cuts) => {
          expect(passed(piecesOf(text, cuts))).toBe(whole(text));
        },
      ),
    );
  });

  it.each([
    ['4\r\nbody\r\n', '0\r\n\r\n'],
    ['4\r\nbody', '\r\n0\r\n\r\n'],
    ['4\r\nbody\r\n0\r\n', '\r\n'],
    ['4\r\nbod', undefined],
    ['4\r\nbody\r\n4', undefined],
    [PLAIN, undefined],
  ])('that end after %j lack %j', (text, missing) => {
    const lines = new ChunkLines();
    passed([Buffer.from(text)], lines);
    expect(lines.missingEnd()).toBe(missing);
  });
});
