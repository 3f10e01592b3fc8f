import { describe, expect, it } from '@jest/globals';
import { type Lock, lockProblems, loosePins, pinToLock } from './dependencies.ts';

describe('loosePins', () => {
  it.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', 'git+https://a.test/x.git'])(
    'refuses %s',
    (version) => {
      expect(loosePins({ devDependencies: { x: version } })).toEqual([
        { field: 'devDependencies', name: 'x', version },
      ]);
    },
  );

  it.each(['1.2.3', '1.2.3-rc.1'])('takes %s', (version) => {
    expect(loosePins({ dependencies: { x: version } })).toEqual([]);
  });
});

describe('pinToLock', () => {
  const lockOf = (): Lock => ({
    packages: {
      'libs/a': { dependencies: { x: '^1.2.3', y: '1.0.0', z: '*' } },
      'node_modules/x': { version: '1.9.0' },
      'libs/a/node_modules/x': { version: '1.4.0' },
    },
  });

  it('takes the version that the project really gets, in the manifest and in the lock', () => {
    const manifest = { dependencies: { x: '^1.2.3', y: '1.0.0' } };
    const lock = lockOf();
    expect(pinToLock('libs/a', manifest, lock)).toBe(true);
    expect(manifest.dependencies).toEqual({ x: '1.4.0', y: '1.0.0' });
    expect(lock.packages['libs/a']?.dependencies?.x).toBe('1.4.0');
  });

  it('leaves what is not locked to a person', () => {
    const manifest = { dependencies: { z: '*' } };
    expect(pinToLock('libs/a', manifest, lockOf())).toBe(false);
    expect(manifest.dependencies.z).toBe('*');
  });

  it('finds the copy of the root under its empty name', () => {
    const lock: Lock = {
      packages: {
        '': { devDependencies: { x: '~1.2.3' } },
        'node_modules/x': { version: '1.2.4' },
      },
    };
    expect(pinToLock('.', { devDependencies: { x: '~1.2.3' } }, lock)).toBe(true);
    expect(lock.packages['']?.devDependencies).toEqual({ x: '1.2.4' });
  });
});

describe('lockProblems', () => {
  const lockText = (packages: Lock['packages']) => JSON.stringify({ packages }, null, 2);

  it('refuses the address of a registry', () => {
    const text = lockText({ a: { resolved: 'https://registry.test/a.tgz' } as never });
    expect(lockProblems(text)).toEqual(['package-lock.json: names a registry host']);
  });

  it('refuses a package for another platform that npm did not lock', () => {
    const optionalDependencies = { 'x-linux': '1.0.0', 'x-mac': '1.0.0' };
    const packages = {
      'node_modules/x': { optionalDependencies },
      'node_modules/x-linux': { version: '1.0.0' },
    };
    expect(lockProblems(lockText(packages))).toEqual([
      'package-lock.json: x-mac, which node_modules/x may need, is missing',
    ]);
  });
});
