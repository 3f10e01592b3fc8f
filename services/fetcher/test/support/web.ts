import { systemClock } from '@mayfly/clock';
import { normaliseUrl, type Url } from '@mayfly/url';
import { createSecureContext } from 'node:tls';
import type { WebAnswer, WebRequest } from '../../src/core/ports.ts';
import { AddressGuard } from '../../src/http/address-guard.ts';
import { type Resolve, systemResolve } from '../../src/http/connect.ts';
import { get } from '../../src/http/get.ts';
import { HostMap } from '../../src/http/host-map.ts';
import type { Pace } from '../../src/http/response.ts';
import { HostPools, type PoolSettings } from '../../src/http/host-pools.ts';

/** Settings that a test may want otherwise. */
export interface WebOptions extends Partial<PoolSettings>, Partial<Pace> {
  readonly hosts?: readonly string[];
  readonly privateCidrs?: readonly string[];
  readonly hasContact?: boolean;
  readonly connectTimeoutMs?: number;
  readonly resolve?: Resolve;
  readonly ca?: string;
}

export interface TestWeb extends AsyncDisposable {
  readonly pools: HostPools;
  get(url: string, more?: TestRequest): Promise<WebAnswer>;
}

export type TestRequest = Partial<WebRequest> & {
  readonly timeMs?: number;
  readonly signal?: AbortSignal;
};

/** The fetcher's way to the web, for private crawls on loopback unless the test says otherwise. */
export function testWeb(options: WebOptions = {}): TestWeb {
  const { hosts = [], privateCidrs = ['127.0.0.0/8', '::1/128'], hasContact = true } = options;
  const { connectTimeoutMs = 2_000, resolve = systemResolve, ca, ...others } = options;
  const { minBytesPerSecond = 1, slowAfterMs = 5_000, ...pool } = others;
  const pace = { minBytesPerSecond, slowAfterMs };
  const pools = new HostPools(
    {
      ...{ maxSocketsPerHost: 4, keepAliveMs: 1_000, maxHeaderBytes: 16_384, maxIdleHosts: 16 },
      ...{ headerTimeoutMs: 5_000, idleTimeoutMs: 5_000 },
      ...pool,
    },
    {
      guard: new AddressGuard({ privateCidrs, hasContact }),
      hosts: new HostMap(hosts),
      resolve,
      connectTimeoutMs,
      secureContext: ca === undefined ? undefined : createSecureContext({ ca }),
    },
  );
  return {
    pools,
    get: (url, { timeMs = 10_000, signal = new AbortController().signal, ...more } = {}) =>
      get(
        {
          url: urlOf(url),
          ...{ private: true, maxBodyBytes: 100_000, cut: false },
          deadlineMs: systemClock.monotonicMs() + timeMs,
          ...more,
        },
        { pools, clock: systemClock, userAgent: 'Mayfly/test (+a@b.test)', pace },
        signal,
      ),
    [Symbol.asyncDispose]: () => pools.close(),
  };
}

export function urlOf(text: string): Url {
  const normalised = normaliseUrl(text);
  if (!normalised.ok) throw new Error(`${text}: ${normalised.reason}`);
  return normalised.url;
}
