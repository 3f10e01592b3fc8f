import { describe, expect, it } from '@jest/globals';
import { caseSuite } from './case-suite.ts';
import { textIn } from './line.ts';

const suite = caseSuite({
  name: 'x',
  means: '',
  read: (line) => textIn(line, 'input'),
  passes: (input) => input === 'good',
});

describe('caseSuite', () => {
  it('counts what passes, and leaves out what does not fit', async () => {
    const tally = suite.open();
    const taken = [];
    for (const input of ['good', 'bad', 7]) taken.push(await tally.take({ input }));
    expect(taken).toEqual(['passed', 'missed', 'unfit']);
    expect(tally.result()).toEqual({ passed: 1, total: 2, score: 0.5 });
  });

  it('counts each file apart', async () => {
    await suite.open().take({ input: 'good' });
    expect(suite.open().result()).toEqual({ passed: 0, total: 0, score: 0 });
  });

  it('counts a case that throws as missed by whoever runs it', async () => {
    const throwing = caseSuite({
      name: 'x',
      means: '',
      read: () => 1,
      passes: () => {
        throw new Error('a bug');
      },
    }).open();
    await expect(throwing.take({})).rejects.toThrow('a bug');
    expect(throwing.result()).toMatchObject({ passed: 0, total: 1 });
  });
});
