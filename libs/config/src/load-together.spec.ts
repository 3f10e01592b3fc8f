import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { EnvReader } from './env-reader.ts';
import { describeConfig, examineConfig } from './examine-config.ts';
import { loadTogether } from './load-together.ts';
import type { Environment } from './recording.ts';

const loader = (prefix: string) => (env: Environment) => {
  const read = new EnvReader(env, prefix);
  const port = read.int(`${prefix}PORT`, { means: 'Where it listens.', fallback: 1 });
  return read.done({ port });
};

const load = loadTogether([loader('A_')], loader('B_'));

describe('loadTogether', () => {
  it('gives the record of the last, and the rows of all', () => {
    expect(load({ A_PORT: '2', B_PORT: '3' })).toEqual({ port: 3 });
    expect(describeConfig(load).map(({ name }) => name)).toEqual(['B_PORT', 'A_PORT']);
  });

  it('tells the problems of all in one message', () => {
    const outcome = examineConfig(load, { A_PORT: 'x', B_PORT: 'y', B_PROT: '1' });
    expect(outcome).toEqual({
      ok: false,
      message: [
        '3 problems with the settings:',
        '  B_PORT: not a whole number: "y"; allowed: a whole number',
        '  B_PROT: unknown setting; did you mean B_PORT?',
        '  A_PORT: not a whole number: "x"; allowed: a whole number',
      ].join('\n'),
    });
  });

  it('keeps a problem that a loader tells in its own words', () => {
    const own = () => {
      throw new CrawlError('CONFIG_INVALID', 'no settings today');
    };
    expect(() => loadTogether([own], loader('B_'))({ B_PORT: 'y' })).toThrow(
      /^2 problems[^]*B_PORT[^]*\n {2}no settings today$/,
    );
  });

  it('lets a bug through', () => {
    const bug = () => {
      throw new TypeError('x is not a function');
    };
    expect(() => loadTogether([bug], loader('B_'))({})).toThrow(TypeError);
  });
});
