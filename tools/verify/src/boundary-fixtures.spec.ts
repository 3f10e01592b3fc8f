import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { boundaryFixtures } from './boundary-fixtures.ts';

async function tryFixtures(fixtures: Readonly<Record<string, string>>) {
  await using temporary = await temporaryFolder();
  const folder = join(temporary.path, 'fixtures');
  await mkdir(folder);
  for (const [name, text] of Object.entries(fixtures)) await writeFile(join(folder, name), text);
  return boundaryFixtures(folder);
}

const HANDLER = '// as services/frontier/src/rpc/lease-urls.ts breaks';

describe('boundaryFixtures', () => {
  it('fails without fixtures, and names every row that none breaks', async () => {
    const { passed, output } = await tryFixtures({});
    expect(passed).toBe(false);
    for (const rule of [
      'core/ may not import',
      'rpc/ may not import streams/',
      'rpc/ may not import openClient',
      'streams/publish-* may not import store/',
      'http/ may not import clients/',
    ]) {
      expect(output).toContain(`no fixture breaks the rule: ${rule}`);
    }
    expect(output).toContain('no fixture is called service-imports-…');
  });

  it('names each line that lint lets through', async () => {
    const text = `${HANDLER} mayfly/service-imports\nimport '../store/a-table.ts';\nimport '../core/a.ts';\n`;
    const { output } = await tryFixtures({ 'a.ts': text });
    expect(output).toContain("lint lets through import '../core/a.ts';");
    expect(output).not.toContain("lint lets through import '../store/a-table.ts';");
  });

  it('refuses a fixture that should pass and does not', async () => {
    const text = `${HANDLER} nothing\nimport '../store/a-table.ts';\n`;
    const { output } = await tryFixtures({ 'allowed.ts': text });
    expect(output).toContain('allowed.ts: refused by mayfly/service-imports: rpc/ may not import');
  });

  it('refuses a fixture without a first line, and says which it did not try', async () => {
    const text = `// as services/nowhere/src/a.ts breaks @nx/enforce-module-boundaries\nimport '@mayfly/testing';\n`;
    const { output } = await tryFixtures({ 'a.ts': '', 'service-imports-testing.ts': text });
    expect(output).toContain("a.ts: first line is not '// as PATH breaks RULE'");
    expect(output).toContain('not tried, because there is no project services/nowhere');
  });
});
