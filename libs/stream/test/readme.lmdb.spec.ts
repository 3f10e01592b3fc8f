import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { collectLog } from '@mayfly/telemetry/testing';
import { TELEMETRY } from '@mayfly/stream';
import { example } from './readme-example.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

describe('the README of stream', () => {
  it('shows the example that runs here', async () => {
    expect(await read('../README.md')).toContain(await read('./readme-example.ts'));
  });

  it('has an example that does what it says', async () => {
    const logged = collectLog();
    expect(await example()).toEqual({
      recorded: ['a.test 200 main 0', 'a.test 404 main 2'],
      dead: ['REQUEST_INVALID: status: must not be 0'],
    });
    expect(logged.of(TELEMETRY.deadLetter.name)).toHaveLength(1);
  });
});
