import { describe, expect, it } from '@jest/globals';
import { type Line, linesOf, LONGEST_LINE_BYTES } from './lines.ts';

async function read(text: string, { size = 7, skipBytes = 0 } = {}): Promise<Line[]> {
  const bytes = Buffer.from(text);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const lines: Line[] = [];
  for await (const some of linesOf(chunks(), skipBytes)) lines.push(...some);
  return lines;
}

describe('lines', () => {
  it.each([1, 3, 7, 1_000])('are whole, whatever the chunks are (%d bytes)', async (size) => {
    expect(await read('one\ntwö\n\nlast', { size })).toEqual([
      { text: 'one', endBytes: 4 },
      { text: 'twö', endBytes: 9 },
      { text: '', endBytes: 10 },
      { text: 'last', endBytes: 14 },
    ]);
  });

  it.each([1, 5, 1_000])('go on where somebody ended (%d bytes)', async (size) => {
    const whole = await read('one\ntwo\nthree\nfour\n', { size });
    expect(await read('one\ntwo\nthree\nfour\n', { size, skipBytes: 8 })).toEqual(whole.slice(2));
  });

  it('that are too long are told of, and those after them are read', async () => {
    const long = 'x'.repeat(LONGEST_LINE_BYTES + 1);
    expect(await read(`${long}\nnext\n${long}`, { size: 10_000 })).toEqual([
      { text: undefined, endBytes: long.length + 1 },
      { text: 'next', endBytes: long.length + 6 },
      { text: undefined, endBytes: 2 * long.length + 6 },
    ]);
  });
});
