// A service in small: it opens two things, misbehaves as its settings say, and prints what happens.
import { setTimeout as delay } from 'node:timers/promises';
import { EnvReader, type Environment } from '@mayfly/config';
import { CrawlError } from '@mayfly/errors';
import { type Closer, run, within } from '@mayfly/lifecycle';

type Config = ReturnType<typeof loadConfig>;

function loadConfig(env: Environment) {
  const read = new EnvReader(env, 'TOY_');
  read.retired('TOY_OLD', 'it was never needed');
  return read.done({
    habit: read.text('TOY_HABIT', { means: 'How it misbehaves.', fallback: 'none' }),
    port: read.int('TOY_PORT', { means: 'A number.', fallback: 1, min: 0, max: 9 }),
    key: read.secret('TOY_KEY', { means: 'A secret.', fallback: undefined }),
    drainMs: read.duration('TOY_DRAIN_MS', { means: 'Time to stop.', fallback: undefined }),
  });
}

const never = () => new Promise<void>(() => {});
const fail = (what: string) => Promise.reject(new Error(what));

/** What each habit does at its moment; a habit that is not named there does nothing. */
const whileOpening: Record<string, (signal: AbortSignal) => unknown> = {
  'start fails': () => fail('no database'),
  'start finds a wrong setting': () => {
    throw new CrawlError('CONFIG_INVALID', '1 problem with the settings:\n  TOY_PORT: taken');
  },
  'start heeds the signal': (signal) => delay(600_000, undefined, { signal }),
  'start is deaf': () =>
    new Promise<void>((resolve) => process.once('SIGTERM', () => setImmediate(resolve))),
  'start hangs': never,
};
const whenOpen: Record<string, () => unknown> = {
  'throws later': () => {
    // A library that listens for itself must not make us deaf.
    process.on('unhandledRejection', () => {});
    setImmediate(() => void fail('x is not a function'));
  },
  'throws in a timer': () =>
    setImmediate(() => {
      throw new Error('y is not a function');
    }),
  'leaves a timer': () => setInterval(() => {}, 1_000),
};
const whileClosing: Record<string, () => Promise<void>> = {
  'close hangs': never,
  'close hangs, bounded': () => within(20, never)(undefined),
  'close fails': () => fail('broken pipe'),
  'throws twice while closing': async () => {
    for (const what of ['once', 'again']) {
      setImmediate(() => {
        throw new Error(what);
      });
      await delay(5);
    }
  },
};

async function open({ habit }: Config, closer: Closer, signal: AbortSignal): Promise<void> {
  say('opening');
  closer.add('database', 'database', (name) => say(`closing ${name}`));
  await whileOpening[habit]?.(signal);
  closer.add('server', 'server', async (name) => {
    say(`closing ${name}`);
    await whileClosing[habit]?.();
  });
  say('serving');
  whenOpen[habit]?.();
}

function say(what: string): void {
  process.stdout.write(`${what}\n`);
}

const logAs = (level: string) => (fields: object, phrase: string) => {
  const err = 'err' in fields && fields.err instanceof Error ? fields.err : undefined;
  const shown = { level, phrase, ...fields, ...(err && { err: `${err.message} ${err.stack}` }) };
  say(JSON.stringify(shown));
};

const drainMs = Number(process.env.TOY_DRAIN_MS);

void run({
  log: { info: logAs('info'), warn: logAs('warn'), error: logAs('error'), fatal: logAs('fatal') },
  argv: process.argv,
  env: process.env,
  loadConfig,
  open,
  ...(drainMs > 0 ? { drainMs } : {}),
});
