import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { diesWithUs, startProcess } from '@mayfly/testing';
import { ask } from '../test/ask.ts';

const world = (...args: string[]) =>
  startProcess({ name: 'world', file: new URL('./main.ts', import.meta.url).pathname, args });

describe('npm run world', () => {
  it('says where it is, serves and publishes, and ends when it is told to', async () => {
    await using running = world('--articles', '12', '--publish-every', '1');
    const line = await running.waitForLine('serving at');
    const port = Number(/127\.0\.0\.1:(\d+): 12 hosts/.exec(line)![1]);
    expect((await ask(port, 'http://harbour-news.test/')).status).toBe(200);
    const published = (await running.waitForLine('published http')).split(' ')[1]!;
    expect((await ask(port, published)).status).toBe(200);
    expect(await running.stop('SIGINT')).toEqual({ code: 0, signal: null });
    expect(running.stdout).toMatch(/\d+ published, \d+ visits, 2 requests\n$/);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends when npm gets %s', async (signal) => {
    const npm = spawn('npm', ['run', 'world', '--', '--articles', '12'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    diesWithUs(npm);
    npm.stdout.on('data', (chunk: Buffer) => {
      // A terminal sends Ctrl-C to npm and to what it runs, and npm hands it on.
      const whom = signal === 'SIGINT' ? -npm.pid! : npm.pid!;
      if (chunk.includes('try: curl')) process.kill(whom, signal);
    });
    // What is left running keeps the pipe open.
    const late = setTimeout(() => process.kill(-npm.pid!, 'SIGKILL'), 10_000);
    const printed = await text(npm.stdout);
    clearTimeout(late);
    expect(printed).toMatch(/\d+ published, 0 visits, 0 requests\n$/);
  });

  it('refuses nonsense and explains itself', async () => {
    await using refused = world('--hosts', 'many');
    expect(await refused.exited).toEqual({ code: 2, signal: null });
    expect(refused.stderr).toContain('--hosts: must be a whole number of at least 1');
    await using port = world('--port', '99999');
    expect(await port.exited).toEqual({ code: 2, signal: null });
    expect(port.stderr).toBe('--port: must be at most 65535; it is 99999\n--help tells more\n');
    await using log = world('--log', '/dev/null/log');
    expect(await log.exited).toEqual({ code: 2, signal: null });
    expect(log.stderr).toMatch(/^--log: /);
    await using help = world('--help');
    expect(await help.exited).toEqual({ code: 0, signal: null });
    expect(help.stdout).toContain('--publish-every');
  });
});
