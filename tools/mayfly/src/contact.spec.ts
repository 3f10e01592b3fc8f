import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { checkContactOf, contactFor } from './contact.ts';

describe('checkContactOf', () => {
  it('refuses a suite that was started without a contact, and no other', async () => {
    await using folder = await temporaryFolder();
    await checkContactOf(folder.path, {});
    await writeFile(join(folder.path, 'addresses.json'), '{}');
    await checkContactOf(folder.path, { MAYFLY_ADDRESSES: 'scheduler=a:1' });
    await expect(checkContactOf(folder.path, {})).rejects.toThrow('--contact');
    await contactFor(folder.path, 'me@a.test', false);
    await checkContactOf(folder.path, {});
  });
});
