import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { addressKind } from './address-kind.ts';
import type { Kind } from './kind.ts';
import { intKind, numberKind } from './number-kinds.ts';
import { durationKind, sizeKind } from './unit-kinds.ts';
import { booleanKind, choiceKind, listKind, textKind } from './word-kinds.ts';

/** The value of each text, or what is wrong with it. */
function read<T>(kind: Kind<T>, ...texts: string[]): unknown[] {
  return texts.map((text) => {
    const parsed = kind.parse(text);
    return 'value' in parsed ? parsed.value : parsed.wrong;
  });
}

describe('intKind', () => {
  it('takes whole numbers and nothing that only looks like one', () => {
    expect(read(intKind({}), '0', '-3', '60000')).toEqual([0, -3, 60_000]);
    const wrong = ['1.5', '1e3', '0x10', ' 1', '1 ', '60_000', '99999999999999999'];
    expect(new Set(read(intKind({}), ...wrong))).toEqual(new Set(['not a whole number']));
  });

  it('keeps to its bounds, both included', () => {
    const port = intKind({ min: 0, max: 65_535 });
    expect(read(port, '-1', '0', '65535', '65536')).toEqual(['too small', 0, 65_535, 'too large']);
  });
});

describe('numberKind', () => {
  it('takes decimal numbers', () => {
    expect(read(numberKind({}), '0.5', '-2', '1e-3')).toEqual([0.5, -2, 0.001]);
    expect(new Set(read(numberKind({}), '.5', 'NaN', 'Infinity', '1e999', '0x1'))).toEqual(
      new Set(['not a number']),
    );
  });
});

describe('booleanKind', () => {
  it('takes true and false only', () => {
    expect(read(booleanKind(), 'true', 'false')).toEqual([true, false]);
    expect(new Set(read(booleanKind(), '1', 'TRUE', 'yes', 'off'))).toEqual(
      new Set(['neither true nor false']),
    );
  });
});

describe('choiceKind', () => {
  it('takes one of its words', () => {
    const kind = choiceKind(['lmdb', 'mongodb']);
    expect(read(kind, 'mongodb', 'MongoDB')).toEqual(['mongodb', 'not one of the choices']);
    expect(kind.range).toBe('one of lmdb, mongodb');
  });
});

describe('textKind and listKind', () => {
  it('hold to a form where one is asked for', () => {
    const url = { pattern: /^https?:/, form: 'a URL' };
    expect(read(textKind(url), 'http://a', 'a')).toEqual(['http://a', 'not of the form allowed']);
    expect(read(listKind(url), 'http://a,b')).toEqual(['b is not of the form allowed']);
  });

  it('cut a list at its commas, without the spaces around', () => {
    expect(read(listKind({}), 'a, b ,c', '', 'a,,b')).toEqual([
      ['a', 'b', 'c'],
      [],
      'an item is empty',
    ]);
  });
});

describe('durationKind', () => {
  it('takes a number with its unit', () => {
    const kind = durationKind({ bare: false });
    expect(read(kind, '250ms', '30s', '5m', '2h', '1d')).toEqual([
      250, 30_000, 300_000, 7_200_000, 86_400_000,
    ]);
    expect(read(kind, '30', '30S', '1.5s', '-1s', 's')).toEqual([
      'has no unit',
      'unknown unit S',
      'not a duration',
      'not a duration',
      'not a duration',
    ]);
  });

  it('takes a bare number where the name says the unit', () => {
    expect(read(durationKind({ bare: true }), '250', '250ms')).toEqual([250, 250]);
  });

  it('tells its bounds in units', () => {
    const kind = durationKind({ bare: true, min: 1_000, max: 3_600_000 });
    expect(kind.range).toBe(
      'a time such as 250ms, 30s, 5m, 2h or 1d, or a bare number of milliseconds, from 1s to 1h',
    );
    expect(durationKind({ bare: false }).range).toBe('a time such as 250ms, 30s, 5m, 2h or 1d');
    expect(read(kind, '999ms', '1h', '61m')).toEqual(['too small', 3_600_000, 'too large']);
  });
});

describe('sizeKind', () => {
  it('counts KB by 1000 and KiB by 1024', () => {
    const kind = sizeKind({ bare: false });
    expect(read(kind, '1B', '512KB', '10MB', '1GB', '1KiB', '1MiB', '2GiB')).toEqual([
      1, 512_000, 10_000_000, 1_000_000_000, 1_024, 1_048_576, 2_147_483_648,
    ]);
    expect(read(kind, '1kb', '1M', '9999999999GiB')).toEqual([
      'unknown unit kb',
      'unknown unit M',
      'too large',
    ]);
  });
});

describe('addressKind', () => {
  it('takes names and addresses with a port', () => {
    expect(read(addressKind({}), 'frontier:7101', '10.0.0.1:1', '[::1]:7101')).toEqual([
      { host: 'frontier', port: 7101 },
      { host: '10.0.0.1', port: 1 },
      { host: '::1', port: 7101 },
    ]);
  });

  it('refuses what is no address', () => {
    expect(read(addressKind({}), 'frontier', ':1', '::1:80', 'http://a:1')).toEqual(
      Array(4).fill('not of the form host:port'),
    );
    expect(read(addressKind({}), 'a b:1', '[x]:1')).toEqual(Array(2).fill('no such host can be'));
    expect(read(addressKind({}), 'a:0', 'a:65536')).toEqual(Array(2).fill('no such port can be'));
  });

  it('takes port 0 where something listens', () => {
    expect(read(addressKind({ listen: true }), '127.0.0.1:0')).toEqual([
      { host: '127.0.0.1', port: 0 },
    ]);
  });
});

/** `parse` undoes `show`. */
function readsBack<T>(kind: Kind<T>, values: fc.Arbitrary<T>): void {
  fc.assert(
    fc.property(values, (value) => {
      // -0 and 0 are one number to whoever writes settings.
      const expected = Object.is(value, -0) ? 0 : value;
      expect(kind.parse(kind.show(value))).toEqual({ value: expected });
    }),
    { seed: testSeed() },
  );
}

describe('every kind', () => {
  it('reads back the numbers that it shows', () => {
    readsBack(intKind({}), fc.maxSafeInteger());
    readsBack(numberKind({}), fc.double({ noNaN: true, noDefaultInfinity: true }));
    readsBack(durationKind({ bare: false }), fc.maxSafeNat());
    readsBack(sizeKind({ bare: false }), fc.maxSafeNat());
  });

  it('reads back the words that it shows', () => {
    readsBack(listKind({}), fc.array(fc.stringMatching(/^\w+$/)));
    const host = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6());
    readsBack(addressKind({}), fc.record({ host, port: fc.integer({ min: 1, max: 65_535 }) }));
  });
});
