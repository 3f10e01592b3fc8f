import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { SUITE_NODE_ARGS } from './node-args.mjs';

const ROOT = new URL('../../../../', import.meta.url);

describe('how Node runs the suite', () => {
  it('is what the first command has', () => {
    const manifest = readFileSync(fileURLToPath(new URL('package.json', ROOT)), 'utf8');
    const { scripts } = JSON.parse(manifest) as { scripts: { start: string } };
    const args = SUITE_NODE_ARGS.map((arg) => arg.replace(ROOT.href, './'));
    expect(scripts.start).toBe(`exec node ${args.join(' ')} tools/mayfly/src/main.ts crawl`);
  });
});
