import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { withoutGiven } from '@mayfly/stack';
import { eventually, temporaryFolder } from '@mayfly/testing';
import { startTest } from './test-command.ts';

const START_MS = 150_000;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Jest keeps its cache. */
const ours = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('mayfly'));

describe('npm test, interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops its servers and its tests on %s',
    async (signal) => {
      await using folder = await temporaryFolder();
      const env = { ...(withoutGiven(process.env) as Record<string, string>), TMPDIR: folder.path };
      const run = startTest(['engines', '--only', 'scans.mongodb'], env);
      const line = await run.waitForLine('MongoDB is ready', { withinMs: START_MS });
      const port = Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]);
      expect(await answers(port)).toBe(true);
      process.kill(run.pid, signal);
      expect((await run.exited).code).toBe(130);
      await eventually(async () => !(await answers(port)), { what: 'MongoDB to be gone' });
      await eventually(() => ours(folder.path).length === 0, {
        what: 'no file of ours to be left',
      });
    },
    START_MS + 60_000,
  );
});
