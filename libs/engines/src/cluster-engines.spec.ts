import { describe, expect, it } from '@jest/globals';
import { EnvReader } from '@mayfly/config';
import { readMongoSettings } from './cluster-engines.ts';

describe('readMongoSettings', () => {
  it('refuses what is no connection string, by the name of the setting and without its value', () => {
    const read = new EnvReader({ TOY_MONGO_URL: 'hello' }, 'TOY_');
    const settings = readMongoSettings(read, 'TOY_');
    expect(() => read.done(settings)).toThrow('TOY_MONGO_URL: no connection string');
    expect(() => read.done(settings)).not.toThrow('hello');
  });
});
