import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fakeJava, FakePrograms } from '../test/fake-programs.ts';
import { withClassArchive } from './kafka-class-archive.ts';

const program = { java: 'java', classPath: '/lib/*', javaOptions: [] };
const JAVA = `${fakeJava('17.0.15')} else { console.error('no room'); process.exit(1); }`;

describe('withClassArchive', () => {
  it('does without where the archive cannot be made, says so and leaves nothing', async () => {
    await using folder = await temporaryFolder();
    const { env } = new FakePrograms(folder.path).add('java', JAVA);
    const lines: string[] = [];
    expect(await withClassArchive(program, env, (line) => lines.push(line))).toEqual(program);
    expect(lines.at(-1)).toMatch(/^Kafka will start slowly: .*no room/);
    expect(readdirSync(join(folder.path, 'cache', 'stack'))).toEqual([]);
  });

  it('uses the archive of the Java that runs, and of no other', async () => {
    await using folder = await temporaryFolder();
    const programs = new FakePrograms(folder.path).add('java', JAVA);
    const cache = join(folder.path, 'cache', 'stack');
    const nameOf = async (): Promise<string | undefined> =>
      (await withClassArchive(program, programs.env, () => undefined)).javaOptions[0];
    mkdirSync(join(cache, 'kafka-4.3.1-classes-59d3eacbc45d'), { recursive: true });
    expect(await nameOf()).toBe(
      `-XX:SharedArchiveFile=${join(cache, 'kafka-4.3.1-classes-59d3eacbc45d', 'classes.jsa')}`,
    );
    programs.add('java', JAVA.replace('17.0.15', '17.0.16'));
    expect(await nameOf()).toBeUndefined();
  });
});
