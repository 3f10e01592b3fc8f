import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type StartedProcess, startProcess } from '@mayfly/testing';

// Real processes on a busy machine take their time.

const CLEAN = { code: 0, signal: null };
const FAILED = { code: 1, signal: null };
const STUCK = { code: 2, signal: null };

function start(habit: string, args: string[] = [], env: Record<string, string> = {}) {
  const file = fileURLToPath(new URL('programs/main.ts', import.meta.url));
  return startProcess({ name: 'toy', file, args, env: { TOY_HABIT: habit, ...env } });
}

/** What the service said itself, without the log. */
function said(toy: StartedProcess): string[] {
  return toy.lines.filter((line) => !line.startsWith('{'));
}

/** The log line of an event. */
function logged(toy: StartedProcess, event: string): Record<string, unknown> {
  const line = toy.lines.find((text) => text.includes(`"event":"${event}"`));
  return JSON.parse(line ?? '{}') as Record<string, unknown>;
}

describe('run', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('closes newest first and exits 0 on %s', async (name) => {
    await using toy = start('none');
    await toy.waitForLine('"process.started"');
    expect(await toy.stop(name)).toEqual(CLEAN);
    expect(said(toy)).toEqual(['opening', 'serving', 'closing server', 'closing database']);
    expect(logged(toy, 'process.stopping')).toMatchObject({ reason: name });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'is killed at once by a second signal, %s',
    async (name) => {
      await using toy = start('close hangs');
      await toy.waitForLine('"process.started"');
      toy.signal('SIGTERM');
      await toy.waitForLine('closing server');
      const again = setInterval(() => toy.signal(name), 100);
      expect(await toy.exited).toEqual({ code: null, signal: name });
      clearInterval(again);
    },
  );

  it('takes a Ctrl-C that comes twice for one', async () => {
    await using toy = start('close hangs', [], { TOY_DRAIN_MS: '100' });
    await toy.waitForLine('"process.started"');
    toy.signal('SIGINT');
    await toy.waitForLine('closing server');
    expect(await toy.stop('SIGINT')).toEqual(STUCK);
  });

  it('exits 2 when closing hangs past the deadline, and says where', async () => {
    await using toy = start('close hangs', [], { TOY_DRAIN_MS: '50' });
    await toy.waitForLine('"process.started"');
    expect(await toy.stop()).toEqual(STUCK);
    expect(logged(toy, 'process.stuck')).toMatchObject({ level: 'fatal', closing: 'server' });
  });

  it('exits 2 when something was left open, and says what', async () => {
    await using toy = start('leaves a timer', [], { TOY_DRAIN_MS: '50' });
    await toy.waitForLine('"process.started"');
    expect(await toy.stop()).toEqual(STUCK);
    expect(said(toy).at(-1)).toBe('closing database');
    expect(logged(toy, 'process.stuck').open).toContain('Timeout');
  });

  it('exits 1 when closing fails, and closes the rest', async () => {
    await using toy = start('close fails');
    await toy.waitForLine('"process.started"');
    expect(await toy.stop()).toEqual(FAILED);
    expect(said(toy).at(-1)).toBe('closing database');
    expect(logged(toy, 'process.unclean')).toMatchObject({ level: 'error' });
  });

  it('goes on to the next step when one that is bounded hangs', async () => {
    await using toy = start('close hangs, bounded');
    await toy.waitForLine('"process.started"');
    expect(await toy.stop()).toEqual(FAILED);
    expect(said(toy).at(-1)).toBe('closing database');
  });
});

describe('run, while it starts', () => {
  it('exits 1 when the start fails, and closes what is open', async () => {
    await using toy = start('start fails');
    expect(await toy.exited).toEqual(FAILED);
    expect(said(toy)).toEqual(['opening', 'closing database']);
    expect(logged(toy, 'process.start_failed').err).toMatch(/no database[^]*main\.ts/);
  });

  it('gives the start up when a signal comes, and closes what is open', async () => {
    await using toy = start('start heeds the signal');
    await toy.waitForLine('opening');
    expect(await toy.stop()).toEqual(CLEAN);
    expect(said(toy)).toEqual(['opening', 'closing database']);
  });

  it('ends a start that knows nothing of the signal at the next thing it opens', async () => {
    await using toy = start('start is deaf');
    await toy.waitForLine('opening');
    expect(await toy.stop()).toEqual(CLEAN);
    expect(said(toy)).toEqual(['opening', 'closing server', 'closing database']);
  });

  it('exits 2 when the start hangs past the deadline', async () => {
    await using toy = start('start hangs', [], { TOY_DRAIN_MS: '50' });
    await toy.waitForLine('opening');
    expect(await toy.stop()).toEqual(STUCK);
  });
});

describe('run, on an error that nobody caught', () => {
  it.each([
    ['throws later', 'x is not a function'],
    ['throws in a timer', 'y is not a function'],
  ])('logs it with its stack, drains and exits 1: %s', async (habit, message) => {
    await using toy = start(habit);
    expect(await toy.exited).toEqual(FAILED);
    expect(logged(toy, 'process.uncaught').err).toMatch(new RegExp(`${message}[^]*main\\.ts`));
    expect(said(toy)).toEqual(['opening', 'serving', 'closing server', 'closing database']);
  });

  it('goes on draining however many more come, and exits 1', async () => {
    await using toy = start('throws twice while closing');
    await toy.waitForLine('"process.started"');
    expect(await toy.stop()).toEqual(FAILED);
    expect(said(toy).at(-1)).toBe('closing database');
  });
});

describe('run, with wrong settings', () => {
  it('prints every problem, plain, opens nothing and exits 1', async () => {
    await using toy = start('none', [], { TOY_PORT: '10', TOY_HABBIT: 'x', LOG_LEVEL: 'loud' });
    expect(await toy.exited).toEqual(FAILED);
    expect(toy.stdout).toBe('');
    expect(toy.stderr).toBe(
      [
        '3 problems with the settings:',
        '  TOY_PORT: too large: "10"; allowed: a whole number from 0 to 9',
        '  TOY_HABBIT: unknown setting; did you mean TOY_HABIT?',
        '  LOG_LEVEL: not one of the choices: "loud"; allowed: one of debug, info, warn, error, fatal, silent',
        '',
      ].join('\n'),
    );
  });

  it('prints what only the start could find just as plainly, and closes what is open', async () => {
    await using toy = start('start finds a wrong setting');
    expect(await toy.exited).toEqual(FAILED);
    expect(toy.stderr).toBe('1 problem with the settings:\n  TOY_PORT: taken\n');
    expect(toy.stdout).toContain('closing database');
    expect(toy.output).not.toContain('main.ts');
  });

  it('warns of a setting that has no effect any more, and starts', async () => {
    await using toy = start('none', [], { TOY_OLD: '1' });
    await toy.waitForLine('"process.started"');
    expect(logged(toy, 'config.retired')).toMatchObject({ level: 'warn', name: 'TOY_OLD' });
    expect(await toy.stop()).toEqual(CLEAN);
  });
});

describe('run, with --check-config', () => {
  it('prints the settings without secrets, opens nothing and exits 0', async () => {
    await using toy = start('none', ['--check-config'], { TOY_KEY: 'hunter2', LOG_LEVEL: 'warn' });
    expect(await toy.exited).toEqual(CLEAN);
    expect(toy.stderr).toBe('');
    expect(toy.lines.slice(0, 5).join('\n')).toBe(
      [
        'TOY_HABIT                           = "none" (environment)',
        'TOY_PORT                            = "1" (default)',
        'TOY_KEY                             = [secret] (environment)',
        'TOY_DRAIN_MS                        = (not set)',
        'LOG_LEVEL                           = "warn" (environment)',
      ].join('\n'),
    );
    expect(toy.stdout).toMatch(/^OTEL_TRACES_EXPORTER +=/m);
  });

  it('prints the problems and exits 1', async () => {
    await using toy = start('none', ['--check-config'], { TOY_PORT: 'x' });
    expect(await toy.exited).toEqual(FAILED);
    expect(toy.stderr).toContain('TOY_PORT: not a whole number');
  });
});

describe('run, with other arguments', () => {
  it.each([
    [['--chek-config', '--foo'], '--chek-config, --foo'],
    [['--check-config', 'extra'], 'extra'],
  ])('refuses %j, opens nothing and exits 1', async (args, named) => {
    await using toy = start('none', args);
    expect(await toy.exited).toEqual(FAILED);
    expect(toy.stdout).toBe('');
    expect(toy.stderr).toBe(`no argument called ${named}; there are --check-config, --help\n`);
  });

  it('prints how it is run and every setting with --help, also when some are wrong', async () => {
    await using toy = start('none', ['--help'], { TOY_PORT: 'x' });
    expect(await toy.exited).toEqual(CLEAN);
    expect(toy.stderr).toBe('');
    expect(toy.lines[0]).toMatch(
      /^npx node .*test\/programs\/main\.ts \[--check-config \| --help\]$/,
    );
    expect(toy.stdout).toContain(
      '  TOY_PORT  (default: 1)\n      A number.\n      Allowed: a whole number from 0 to 9.\n',
    );
    expect(toy.stdout).toContain('  LOG_LEVEL  (default: info)\n');
    expect(toy.stdout).not.toContain('opening');
  });
});
