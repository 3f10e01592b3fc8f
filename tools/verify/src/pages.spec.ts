import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { type Page, stalePages, writePages } from './pages.ts';

describe('pages made from code', () => {
  it('are stale when they are missing or differ, and right once they are written', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'page.md');
    const pages: Page[] = [{ path, text: async () => '# Page\n\n|a|b|\n|-|-|\n|1|2|\n' }];
    const stale = [`${path} is not what the code says`];
    expect(await stalePages(pages)).toEqual(stale);
    expect(await writePages(pages)).toEqual([]);
    expect(await readFile(path, 'utf8')).toContain('| a   | b   |');
    expect(await stalePages(pages)).toEqual([]);
    await writeFile(path, '# Page\n');
    expect(await stalePages(pages)).toEqual(stale);
  });
});
