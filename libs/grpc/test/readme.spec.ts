import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { example } from './readme-example.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

describe('README', () => {
  it('shows the example that runs here', async () => {
    expect(read('../README.md')).toContain(read('readme-example.ts'));
    expect(await example()).toBe('pages with time left');
  });
});
