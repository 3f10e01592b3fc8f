import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { ImportProgress } from './import-progress.ts';
import { BEGINNING } from './import-urls.ts';
import { openInput } from './input.ts';

async function opened(file: string, state: string, restart: boolean) {
  return await ImportProgress.open({
    ...{ file, state, restart, input: await openInput(file), beginning: BEGINNING },
    ...{ suffix: '.mayfly-import', about: { name: 'crawl', value: 'news' } },
    begunWith: (other) => `into the crawl ${other}`,
  });
}

describe('the progress of an import', () => {
  it.each([false, true])(
    'is never kept in a file that somebody else wrote (--restart: %p)',
    async (restart) => {
      await using folder = await temporaryFolder();
      const file = join(folder.path, 'urls.txt');
      await writeFile(file, 'http://a.test/\n');
      await expect(opened(file, file, restart)).rejects.toThrow('--state names another file');
      expect(await readFile(file, 'utf8')).toBe('http://a.test/\n');
    },
  );

  it('is forgotten where it begins anew', async () => {
    await using folder = await temporaryFolder();
    const [file, state] = [join(folder.path, 'urls.txt'), join(folder.path, 'kept')];
    await writeFile(file, 'http://a.test/\n');
    const place = { ...BEGINNING, bytes: 15, line: 1 };
    await (await opened(file, state, false)).ended(place, false);
    expect((await opened(file, state, false)).from).toEqual(place);
    expect((await opened(file, state, true)).from).toEqual(BEGINNING);
  });
});
