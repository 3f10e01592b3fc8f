import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { brokenLinksOf, headingsOf } from './links.ts';

const page = (folder: string): string => join(folder, 'page.md');

describe('brokenLinksOf', () => {
  it.each([
    ['[a](gone.md)', 'link to gone.md leads nowhere'],
    ['[a](gone.md "a title")', 'link to gone.md leads nowhere'],
    ['[`a`](gone.md)', 'link to gone.md leads nowhere'],
    ['[a](there.md#no-such-part)', 'link to there.md#no-such-part leads nowhere'],
    ['[a](#no-such-part)', 'link to #no-such-part leads nowhere'],
    ['[a]: gone.md\n', 'link to gone.md leads nowhere'],
    ['<a href="gone.md">a</a>', 'link to gone.md leads nowhere'],
    ['<img alt="" src="gone.png">', 'link to gone.png leads nowhere'],
    ['[a][nobody]', 'nothing says where [nobody] leads'],
    ['[nobody][]', 'nothing says where [nobody] leads'],
  ])('finds %p', async (text, problem) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'there.md'), '# There\n');
    expect(brokenLinksOf(page(folder.path), text)).toEqual([`${page(folder.path)}: ${problem}`]);
  });

  it.each([
    '[a](there.md#there)',
    '[a](there.md)',
    '# Here\n[a](#here)',
    '[a][b]\n\n[B]: there.md\n',
    '<a href="there.md#there">a</a>',
    '[a](https://a.test/gone.md)',
    '`[a](gone.md)`',
    '```\n[a](gone.md)\n```',
    'a place like `rows[0][1]` is no link',
  ])('lets %p be', async (text) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'there.md'), '# There\n');
    expect(brokenLinksOf(page(folder.path), text)).toEqual([]);
  });
});

describe('headingsOf', () => {
  it('makes anchors as GitHub does', () => {
    const text = '# Who may `import` whom?\n## Tests\n## Tests\n```\n# no heading\n```\n';
    expect([...headingsOf(text)]).toEqual(['who-may-import-whom', 'tests', 'tests-1']);
  });
});
