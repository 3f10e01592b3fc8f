import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { deadRecord } from './dead-letters.ts';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

describe('deadRecord', () => {
  it('carries the code in the header that docs/errors.md names', () => {
    const arrived = {
      position: 7n,
      key: 'a.test',
      payload: new Uint8Array([1]),
      headers: {},
      publishedMs: 1,
      bytes: 7,
    };
    const place = { stream: 'main', partition: 0, position: 7n } as const;
    const death = { arrived, code: 'URL_INVALID', reason: 'no host', attempts: 1 } as const;
    const { headers = {} } = deadRecord('t.v1', place, death, 2);
    const withCode = Object.keys(headers).filter((name) => String(headers[name]) === 'URL_INVALID');
    expect(withCode).toHaveLength(1);
    expect(page).toContain(`\`${withCode[0]}\``);
  });
});
