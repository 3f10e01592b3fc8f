import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fakeJava, FakePrograms } from '../test/fake-programs.ts';
import { fetchKafka } from './kafka-artifacts.ts';

const MAVEN = `
fs.mkdirSync('lib');
fs.writeFileSync('lib/kafka.jar', fs.readFileSync('pom.xml'));
`;
const quiet = (): void => undefined;

describe('fetchKafka', () => {
  it('lets Maven copy the jars once, and takes them from the cache after', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path)
      .add('mvn', MAVEN)
      .add('java', fakeJava('17.0.15'));
    const lib = join(folder.path, 'cache', 'stack', 'kafka-4.3.1', 'lib');
    const program = await fetchKafka(programs.env, quiet);
    expect(program).toEqual({ java: 'java', classPath: join(lib, '*'), javaOptions: [] });
    expect(readdirSync(lib)).toEqual(['kafka.jar']);
    await fetchKafka(programs.env, quiet);
    expect(programs.callsOf('mvn')).toHaveLength(1);
    expect(programs.callsOf('mvn')[0]).toContain('dependency:copy-dependencies');
  });

  it('keeps nothing of what Maven could not finish', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path)
      .add('mvn', `${MAVEN} console.error('Could not transfer artifact'); process.exit(1);`)
      .add('java', fakeJava('17.0.15'));
    await expect(fetchKafka(programs.env, quiet)).rejects.toThrow('Could not transfer artifact');
    expect(readdirSync(join(folder.path, 'cache', 'stack'))).toEqual([]);
  });

  it('keeps no jars that Java cannot run', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path)
      .add('mvn', MAVEN)
      .add('java', `console.error('ClassNotFoundException'); process.exit(1);`);
    await expect(fetchKafka(programs.env, quiet)).rejects.toThrow('does not run');
    expect(readdirSync(join(folder.path, 'cache', 'stack'))).toEqual([]);
  });
});
