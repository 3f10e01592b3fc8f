import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { EnvReader } from './env-reader.ts';

const means = 'Only a test.';

/** The problems that a reading leads to, one a line. */
function problemsOf(env: Record<string, string>, read: (reader: EnvReader) => unknown): string[] {
  const reader = new EnvReader(env, 'TOY_');
  try {
    read(reader);
    reader.done({});
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    expect(error.code).toBe('CONFIG_INVALID');
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe('EnvReader', () => {
  it('gives what the environment says', () => {
    const env = { TOY_PORT: '7101', TOY_NAME: 'a', TOY_ON: 'true', TOY_LOAD: '0.5' };
    const read = new EnvReader(env, 'TOY_');
    expect([
      read.int('TOY_PORT', { means }),
      read.text('TOY_NAME', { means }),
      read.boolean('TOY_ON', { means }),
      read.number('TOY_LOAD', { means }),
    ]).toEqual([7101, 'a', true, 0.5]);
  });

  it('gives the default of what is left out, also when that is nothing', () => {
    const read = new EnvReader({}, 'TOY_');
    const port: number = read.int('TOY_PORT', { means, fallback: 7101 });
    const name: string | undefined = read.text('TOY_NAME', { means, fallback: undefined });
    expect([port, name]).toEqual([7101, undefined]);
  });

  it('tells every problem in one message', () => {
    const env = { TOY_PORT: 'abc', TOY_ON: 'yes', TOY_EXTRA: '1' };
    const read = new EnvReader(env, 'TOY_');
    read.int('TOY_PORT', { means, min: 0, max: 65_535 });
    read.text('TOY_NAME', { means: 'What it is called.' });
    read.boolean('TOY_ON', { means });
    expect(() => read.done({})).toThrow(
      [
        '4 problems with the settings:',
        '  TOY_PORT: not a whole number: "abc"; allowed: a whole number from 0 to 65535',
        '  TOY_NAME: missing; allowed: any text. What it is called.',
        '  TOY_ON: neither true nor false: "yes"; allowed: true or false',
        '  TOY_EXTRA: unknown setting',
      ].join('\n'),
    );
  });

  it('never takes the default for what is malformed or empty', () => {
    const read = (reader: EnvReader) => reader.int('TOY_PORT', { means, fallback: 1 });
    expect(problemsOf({ TOY_PORT: '12x' }, read)).toHaveLength(1);
    expect(problemsOf({ TOY_PORT: '' }, read)).toEqual([
      'TOY_PORT: empty; leave it out instead: ""; allowed: a whole number',
    ]);
    expect(problemsOf({}, read)).toEqual([]);
  });

  it('refuses an unknown name with its prefix, says which was meant, and hides the value', () => {
    const [problem] = problemsOf({ TOY_PASSWROD: 'hunter2' }, (read) =>
      read.secret('TOY_PASSWORD', { means, fallback: undefined }),
    );
    expect(problem).toBe('TOY_PASSWROD: unknown setting; did you mean TOY_PASSWORD?');
  });

  it('leaves names of others alone', () => {
    expect(problemsOf({ PATH: '/bin', OTHER_PORT: 'x' }, () => undefined)).toEqual([]);
  });

  it('knows what Kubernetes puts into every pod', () => {
    const [problem] = problemsOf({ TOY_SERVICE_HOST: '10.0.0.1' }, () => undefined);
    expect(problem).toContain('enableServiceLinks');
  });

  it('keeps a retired name known and without effect', () => {
    const read = (reader: EnvReader) => reader.retired('TOY_OLD', 'the engine decides');
    expect(problemsOf({ TOY_OLD: 'whatever' }, read)).toEqual([]);
  });

  it('lists what the loader itself refuses', () => {
    const read = (reader: EnvReader) => reader.refuse('TOY_KEY', 'needed with TOY_CERT');
    expect(problemsOf({}, read)).toEqual(['TOY_KEY: needed with TOY_CERT']);
  });

  it('says nothing more of a setting that could not be read', () => {
    const read = (reader: EnvReader) => {
      reader.int('TOY_PORT', { means, min: 1, max: 9 });
      reader.refuse('TOY_PORT', 'not with TOY_CERT');
    };
    expect(problemsOf({ TOY_PORT: 'x' }, read)).toEqual([expect.stringContaining('"x"')]);
  });

  it('gives a record that nobody can change, however deep', () => {
    const config = new EnvReader({}, 'TOY_').done({ grpc: { port: 1 }, hosts: ['a'] });
    expect(() => Object.assign(config.grpc, { port: 2 })).toThrow(TypeError);
    expect(() => config.hosts.push('b')).toThrow(TypeError);
  });

  it('shows no password of a connection string', () => {
    const [problem] = problemsOf({ TOY_DB: 'mongodb://me:hun/t@r2@db/x' }, (read) =>
      read.text('TOY_DB', { means, pattern: /^never/, form: 'a text that never is' }),
    );
    expect(problem).toContain('mongodb://me:[secret]@db/x');
    expect(problem).not.toContain('hun');
  });

  it('takes a name that is read twice, and a default that is not allowed, for bugs', () => {
    const read = new EnvReader({}, 'TOY_');
    read.int('TOY_PORT', { means, fallback: 1 });
    expect(() => read.int('TOY_PORT', { means, fallback: 1 })).toThrow('read twice');
    expect(() => read.int('TOY_SIZE', { means, fallback: 0, min: 1 })).toThrow('default of');
  });
});
