import { describe, expect, it } from '@jest/globals';
import { enumOption, enumWords } from './enum-option.ts';

const ENDS = {
  names: { UNRECOGNIZED: -1, END_UNSPECIFIED: 0, END_OK: 1, END_SERVER_ERROR: 12 },
  prefix: 'END_',
};

describe('enumOption', () => {
  it('knows the words of an enum, but for what is never given', () => {
    expect(enumWords(ENDS)).toEqual(['ok', 'server-error']);
  });

  it.each([
    [undefined, undefined],
    ['ok', 1],
    ['server-error', 12],
    ['server error', 12],
  ])('reads %p', (word, value) => expect(enumOption('end', ENDS, word)).toBe(value));

  it.each(['unspecified', 'END_OK', 'OK', ''])('refuses %p and says what there is', (word) => {
    expect(() => enumOption('end', ENDS, word)).toThrow(
      `--end: must be one of ok, server-error; it is ${word}`,
    );
  });
});
