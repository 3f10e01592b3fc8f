import { describe, expect, it } from '@jest/globals';
import { settingsText, checkConfigRequested } from './check-config.ts';
import { EnvReader } from './env-reader.ts';
import { describeConfig, examineConfig } from './examine-config.ts';
import type { Environment } from './recording.ts';

function loadToy(env: Environment) {
  const read = new EnvReader(env, 'TOY_');
  read.retired('TOY_OLD', 'the engine decides');
  return read.done({
    leaseTtlMs: read.duration('TOY_LEASE_TTL_MS', {
      means: 'How long a lease lasts.',
      fallback: 60_000,
      min: 1_000,
    }),
    database: read.text('TOY_DATABASE', { means: 'Where rows live.' }),
    key: read.secret('TOY_KEY', { means: 'Opens the door.', fallback: undefined }),
    proxy: read.address('TOY_PROXY', { means: 'Way out.', fallback: undefined }),
  });
}

describe('describeConfig', () => {
  it('lists every setting though nothing is set', () => {
    expect(describeConfig(loadToy)).toEqual([
      {
        name: 'TOY_LEASE_TTL_MS',
        type: 'duration',
        required: false,
        default: '1m',
        range: 'a time such as 250ms, 30s, 5m, 2h or 1d, or a bare number of milliseconds, from 1s',
        means: 'How long a lease lasts.',
        secret: false,
      },
      {
        name: 'TOY_DATABASE',
        type: 'text',
        required: true,
        default: undefined,
        range: 'any text',
        means: 'Where rows live.',
        secret: false,
      },
      {
        name: 'TOY_KEY',
        type: 'secret',
        required: false,
        default: undefined,
        range: 'a secret, or in TOY_KEY_FILE the file that holds it',
        means: 'Opens the door.',
        secret: true,
      },
      {
        name: 'TOY_PROXY',
        type: 'address',
        required: false,
        default: undefined,
        range: 'host:port, with a port from 1 to 65535',
        means: 'Way out.',
        secret: false,
      },
    ]);
  });

  it('does not hide a bug of the loader', () => {
    const broken = () => {
      throw new TypeError('x is not a function');
    };
    expect(() => describeConfig(broken)).toThrow(TypeError);
    expect(() => examineConfig(broken, {})).toThrow(TypeError);
  });
});

describe('examineConfig', () => {
  it('gives the record, and tells of retired names that are still set', () => {
    const outcome = examineConfig(loadToy, { TOY_DATABASE: 'db', TOY_OLD: '1' });
    expect(outcome).toMatchObject({
      ok: true,
      config: { leaseTtlMs: 60_000, database: 'db' },
      retired: [{ name: 'TOY_OLD', why: 'the engine decides' }],
    });
  });

  it('gives problems as a value', () => {
    expect(examineConfig(loadToy, { TOY_LEASE_TTL_MS: '1ms' })).toEqual({
      ok: false,
      message: expect.stringMatching(/2 problems[^]*too small[^]*TOY_DATABASE: missing/),
    });
  });
});

describe('settingsText', () => {
  it('shows what holds and where it comes from, but no secret', () => {
    const outcome = examineConfig(loadToy, {
      TOY_DATABASE: 'mongodb://me:hunter2@db/x',
      TOY_KEY: 'hunter2',
    });
    expect(outcome.ok && settingsText(outcome.settings)).toBe(
      [
        'TOY_LEASE_TTL_MS = "1m" (default)',
        'TOY_DATABASE     = "mongodb://me:[secret]@db/x" (environment)',
        'TOY_KEY          = [secret] (environment)',
        'TOY_PROXY        = (not set)',
        '',
      ].join('\n'),
    );
  });
});

describe('checkConfigRequested', () => {
  it('sees the option among the arguments', () => {
    expect(checkConfigRequested(['node', 'main.ts', '--check-config'])).toBe(true);
    expect(checkConfigRequested(['node', 'main.ts'])).toBe(false);
  });
});
