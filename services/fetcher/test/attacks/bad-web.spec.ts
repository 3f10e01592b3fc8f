import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BadWeb, type Behaviour, BEHAVIOURS, openBadWeb } from '@mayfly/bad-web';
import { openWholeAttempts, type WholeAttempts } from '../support/whole-attempts.ts';

let web: BadWeb;
let attempts: WholeAttempts;

beforeAll(async () => {
  web = await openBadWeb(BEHAVIOURS);
  attempts = openWholeAttempts(web.port);
});
afterAll(async () => {
  await attempts[Symbol.asyncDispose]();
  await web[Symbol.asyncDispose]();
});

/** What waits for a limit of time is asked for at once: one after another they would take a minute. */
const isSlow = ({ expected }: Behaviour) =>
  expected.some((outcome) => outcome === 'timeout' || outcome === 'too-slow');
const QUICK = BEHAVIOURS.filter((behaviour) => !isSlow(behaviour));
const SLOW = BEHAVIOURS.filter(isSlow);

/** How it ended, and how it must; the reason stands beside for whoever reads a failure. */
async function endOf({ name, expected, body }: Behaviour) {
  const { outcome, detail, document } = await attempts.attempt(name);
  const isRight = (expected as readonly string[]).includes(outcome);
  const read = document === undefined ? undefined : Buffer.from(document.body).toString();
  return {
    ended: { name, outcome, detail, ...(body === undefined ? {} : { read }) },
    must: {
      ...{ name, outcome: isRight ? outcome : expected, detail },
      ...(body === undefined ? {} : { read: body }),
    },
  };
}

describe('a server that', () => {
  it.each(QUICK)('$does ($name)', async (behaviour) => {
    const { ended, must } = await endOf(behaviour);
    expect(ended).toEqual(must);
  });

  it('takes its time is given up, and keeps nobody from the good pages', async () => {
    const slow = Promise.all(SLOW.map(endOf));
    for (let i = 0; i < 20; i += 1) {
      expect(await attempts.attempt('good')).toMatchObject({ outcome: 'ok' });
    }
    const ends = await slow;
    expect(ends.map(({ ended }) => ended)).toEqual(ends.map(({ must }) => must));
  });
});

describe('where larger bodies are cut', () => {
  it.each(['endless', 'endless-chunks', 'gzip-bomb', 'brotli-bomb', 'stalled-bomb'])(
    'what comes of %s is kept as far as the limit',
    async (name) => {
      await using cutting = openWholeAttempts(web.port, {
        ...{ FETCHER_LARGE_BODIES: 'truncate', FETCHER_MAX_BODY_BYTES: '100000' },
      });
      const { outcome, document } = await cutting.attempt(name);
      const [bytes, truncated] = [document?.body.length, document?.truncated];
      expect([outcome, bytes, truncated]).toEqual(['ok', 100_000, true]);
    },
  );
});
