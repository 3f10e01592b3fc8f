import { describe, expect, it } from '@jest/globals';
import { readResult, resultLine } from './result-line.ts';

describe('readResult', () => {
  it('finds the last result among other words', () => {
    const output = `hello\nRESULT {"pages":1,"errors":0}\n${resultLine({ pages: 9, errors: 2, links: 30 })}bye\n`;
    expect(readResult(output)).toEqual({ pages: 9, errors: 2 });
  });

  it.each([
    '',
    'nothing',
    'RESULT ',
    'RESULT {"pages":3',
    'RESULT {"pages":3}',
    'RESULT {"pages":-1,"errors":0}',
    'RESULT {"pages":"3","errors":0}',
    'RESULT null',
    ' RESULT {"pages":3,"errors":0}',
  ])('finds none in %j', (output) => {
    expect(readResult(output)).toBeUndefined();
  });
});
