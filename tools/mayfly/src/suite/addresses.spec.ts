import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { findSuite } from './addresses.ts';

describe('findSuite', () => {
  it('takes what the environment says before anything else', async () => {
    const suite = await findSuite('nowhere', { MAYFLY_ADDRESSES: 'scheduler=a:1, frontier=b:2' });
    expect(suite).toMatchObject({ scheduler: 'a:1', frontier: 'b:2', dedup: '127.0.0.1:7104' });
  });

  it('takes what the owner of the data folder wrote', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.path, { recursive: true });
    await writeFile(join(folder.path, 'addresses.json'), '{"fetcher":"127.0.0.1:9"}');
    expect(await findSuite(folder.path, {})).toMatchObject({ fetcher: '127.0.0.1:9' });
  });

  it.each(['scheduler', 'nobody=a:1', 'scheduler=a'])('refuses %j and names it', async (text) => {
    await expect(findSuite('x', { MAYFLY_ADDRESSES: text })).rejects.toThrow('MAYFLY_ADDRESSES');
  });

  it.each(['{broken', '{"scheduler":5}', 'null5'])(
    'refuses a data folder that says %j instead',
    async (text) => {
      await using folder = await temporaryFolder();
      await writeFile(join(folder.path, 'addresses.json'), text);
      await expect(findSuite(folder.path, {})).rejects.toThrow('--data');
    },
  );
});
