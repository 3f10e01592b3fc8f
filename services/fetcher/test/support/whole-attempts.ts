import { LIMITS } from '@mayfly/bad-web';
import { systemClock } from '@mayfly/clock';
import { loadConfig } from '../../src/config.ts';
import type { AttemptEnd } from '../../src/core/attempt-end.ts';
import { fetchPage } from '../../src/core/fetch-page.ts';
import { openWeb } from '../../src/http/open-web.ts';
import { ReadPool } from '../../src/reading/read-pool.ts';
import { taskOf } from './tasks.ts';

/** The fetcher's way from a lease to a read document, without the services around it. */
export interface WholeAttempts extends AsyncDisposable {
  /** How an attempt at that behaviour of the bad web ends; each has a host of its own. */
  attempt(name: string): Promise<AttemptEnd>;
}

/** Opens it with the limits that the bad web stands on; `env` has settings of the fetcher. */
export function openWholeAttempts(
  port: number,
  env: Readonly<Record<string, string>> = {},
): WholeAttempts {
  const { web, reading } = loadConfig({
    FETCHER_HOSTS: `*.test=127.0.0.1:${port}`,
    FETCHER_PRIVATE_CIDRS: '127.0.0.0/8',
    FETCHER_TIMEOUT_MS: String(LIMITS.timeoutMs),
    FETCHER_HEADER_TIMEOUT_MS: String(LIMITS.headerTimeoutMs),
    FETCHER_IDLE_TIMEOUT_MS: String(LIMITS.idleTimeoutMs),
    FETCHER_SLOW_AFTER_MS: String(LIMITS.slowAfterMs),
    FETCHER_MIN_BYTES_PER_SECOND: String(LIMITS.minBytesPerSecond),
    FETCHER_MAX_HEADER_BYTES: String(LIMITS.maxHeaderBytes),
    FETCHER_MAX_BODY_BYTES: String(LIMITS.maxBodyBytes),
    FETCHER_READ_MEMORY_BYTES: '268435456',
    ...env,
  });
  const toWeb = openWeb(web, { clock: systemClock, userAgent: 'Mayfly/test (+a@b.test)' });
  const maxMemoryMb = Math.round(reading.maxMemoryBytes / 1_048_576);
  const reader = new ReadPool({ ...reading, maxMemoryMb });
  const { signal } = new AbortController();
  return {
    attempt: async (name) => {
      const task = taskOf(`http://${name}.bad.test/${name}`, { obeyRobots: false });
      const end = await fetchPage(
        {
          task,
          endsMs: Infinity,
          get: (request) => toWeb.get(request, signal),
          end: async () => {},
        },
        {
          robots: { find: async () => undefined, save: async () => {} },
          read: reader.read,
          deadlineOf: () => systemClock.monotonicMs() + web.timeoutMs,
          maxBodyBytes: web.maxBodyBytes,
          cutBodies: web.largeBodies === 'truncate',
          clock: systemClock,
        },
      );
      if (end === false) throw new Error('robots.txt was not asked for');
      return end;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([toWeb.close(), reader.close()]);
    },
  };
}
