import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Clock } from '@mayfly/clock';
import type { WebSettings } from '../config.ts';
import type { WebAnswer, WebRequest } from '../core/ports.ts';
import { AddressGuard } from './address-guard.ts';
import { systemResolve } from './connect.ts';
import { get } from './get.ts';
import { HostMap } from './host-map.ts';
import { HostPools } from './host-pools.ts';

/** The way to the web. */
export interface OpenWeb {
  readonly pools: HostPools;
  readonly get: (request: WebRequest, signal: AbortSignal) => Promise<WebAnswer>;
  close(): Promise<void>;
}

/** Opens the way to the web as the settings have it, with every guard and limit. */
export function openWeb(
  web: WebSettings,
  { clock, userAgent }: { readonly clock: Clock; readonly userAgent: string },
): OpenWeb {
  const hasContact = web.contact !== undefined;
  const pools = new HostPools(web, {
    guard: new AddressGuard({ privateCidrs: web.privateCidrs, hasContact }),
    hosts: new HostMap(web.hosts),
    resolve: systemResolve,
    connectTimeoutMs: web.connectTimeoutMs,
    secureContext:
      web.caFile === undefined
        ? undefined
        : createSecureContext({ ca: [...rootCertificates, readFileSync(web.caFile, 'utf8')] }),
  });
  const getting = { pools, clock, userAgent, pace: web };
  return {
    pools,
    get: (request, signal) => get(request, getting, signal),
    close: () => pools.close(),
  };
}
