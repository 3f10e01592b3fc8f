import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { EnvReader } from './env-reader.ts';
import { Secret } from './secret.ts';

const means = 'Only a test.';

describe('Secret', () => {
  it('gives its value to who asks for it, and to nobody else', () => {
    const secret = new Secret('hunter2');
    expect(secret.reveal()).toBe('hunter2');
    const printed = [
      String(secret),
      'joined ' + [secret].join(),
      JSON.stringify({ secret }),
      inspect({ secret }, { showHidden: true, depth: 9 }),
      format('%s %o %j', secret, secret, secret),
      Object.values(secret).join(),
    ];
    expect(printed.join()).not.toContain('hunter2');
    expect(printed[2]).toBe('{"secret":"[secret]"}');
  });
});

describe('EnvReader.secret', () => {
  it('takes the value of the variable', () => {
    const read = new EnvReader({ TOY_KEY: 'hunter2' }, 'TOY_');
    expect(read.secret('TOY_KEY', { means }).reveal()).toBe('hunter2');
    expect(() => read.done({})).not.toThrow();
  });

  it('takes the content of a file, without the line end that editors add', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'key');
    await writeFile(file, 'two\nlines\n');
    const read = new EnvReader({ TOY_KEY_FILE: file }, 'TOY_');
    expect(read.secret('TOY_KEY', { means }).reveal()).toBe('two\nlines');
    expect(() => read.done({})).not.toThrow();
  });

  it.each([
    [{}, 'TOY_KEY: missing; set it, or TOY_KEY_FILE. Only a test.'],
    [{ TOY_KEY: ' ' }, 'TOY_KEY: empty; leave it out instead'],
    [{ TOY_KEY: 'hunter2', TOY_KEY_FILE: 'x' }, 'TOY_KEY: set twice: also by TOY_KEY_FILE'],
    [{ TOY_KEY_FILE: 'no-such-file' }, 'TOY_KEY_FILE: cannot read no-such-file (ENOENT)'],
  ])('says what is wrong and never the value: %j', (env, problem) => {
    const read = new EnvReader(env, 'TOY_');
    read.secret('TOY_KEY', { means });
    expect(() => read.done({})).toThrow(problem);
    expect(() => read.done({})).not.toThrow('hunter2');
  });

  it('may be left out where that is allowed', () => {
    const read = new EnvReader({}, 'TOY_');
    const secret: Secret | undefined = read.secret('TOY_KEY', { means, fallback: undefined });
    expect(secret).toBe(undefined);
    expect(() => read.done({})).not.toThrow();
  });
});
