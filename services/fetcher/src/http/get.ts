import type { Clock } from '@mayfly/clock';
import { sendable } from '../core/answer-headers.ts';
import type { Timings } from '../core/attempt-end.ts';
import type { WebAnswer, WebRequest } from '../core/ports.ts';
import { originOf, pathOf } from '../core/task.ts';
import { ACCEPT_ENCODING } from './decode-body.ts';
import { failureOutcome } from './failure-outcome.ts';
import type { HostPool, HostPools } from './host-pools.ts';
import { type Pace, Response } from './response.ts';

/** Makes requests. */
export interface Getting {
  readonly pools: HostPools;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly pace: Pace;
}

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * One GET, or a HEAD where only freshness is asked for, with limits on everything. Failures are answers; it rejects only when the signal is aborted,
 * with the signal's reason. Nothing of ours but what stands here is sent: no cookies, no trace.
 */
export async function get(
  request: WebRequest,
  { pools, clock, userAgent, pace }: Getting,
  signal: AbortSignal,
): Promise<WebAnswer> {
  signal.throwIfAborted();
  const host = pools.acquire(originOf(request.url), request.private);
  const requestTimeMs = clock.nowMs();
  let response = new Response(request, pace);
  let timings: Timings | undefined;
  try {
    const connects = host.connects;
    const headers = headersOf(request, userAgent);
    const method = request.check === true ? ('HEAD' as const) : ('GET' as const);
    const options = {
      method,
      host,
      headers,
      timeMs: request.deadlineMs - clock.monotonicMs(),
      signal,
    };
    try {
      await exchange(response, options);
    } catch (error) {
      // A server may close a connection that it kept for us in the moment we use it: nobody has seen the request then.
      if (!response.isUnheard(error) || host.connects !== connects) throw error;
      response = new Response(request, pace);
      await exchange(response, { ...options, timeMs: request.deadlineMs - clock.monotonicMs() });
    }
    timings = timingsOf(host, response, requestTimeMs);
    const { body, truncated } = await response.body();
    const { status, headers: answered, robotsTags } = response;
    const { address } = host;
    const head = { status, headers: answered, robotsTags };
    return { answered: true, ...head, body, truncated, timings, address };
  } catch (error) {
    signal.throwIfAborted();
    timings ??= timingsOf(host, response, requestTimeMs);
    return { answered: false, ...failureOutcome(error), timings, address: host.address };
  } finally {
    pools.release(host);
  }
}

function headersOf({ validators }: WebRequest, userAgent: string): Record<string, string> {
  const etag = sendable(validators?.etag);
  const lastModified = sendable(validators?.lastModified);
  return {
    'user-agent': userAgent,
    accept: ACCEPT,
    'accept-encoding': ACCEPT_ENCODING,
    ...(etag === '' ? {} : { 'if-none-match': etag }),
    ...(lastModified === '' ? {} : { 'if-modified-since': lastModified }),
  };
}

async function exchange(
  response: Response,
  { method, host, headers, timeMs, signal }: Exchange,
): Promise<void> {
  const underWay = underWayWith(signal);
  underWay.add(response);
  response.giveUpAfter(timeMs);
  try {
    const path = pathOf(response.url);
    host.pool.dispatch({ method, path, headers }, response);
    await response.over;
  } finally {
    underWay.delete(response);
  }
}

const UNDER_WAY = new WeakMap<AbortSignal, Set<Response>>();

/** Those that end with the signal. All requests of a fetcher have the same one: a listener for each would cost more. */
function underWayWith(signal: AbortSignal): Set<Response> {
  const known = UNDER_WAY.get(signal);
  if (known !== undefined) return known;
  const responses = new Set<Response>();
  UNDER_WAY.set(signal, responses);
  const abort = (): void => responses.forEach((each) => each.abort(signal.reason as Error));
  signal.addEventListener('abort', abort, { once: true });
  return responses;
}

interface Exchange {
  readonly method: 'GET' | 'HEAD';
  readonly host: HostPool;
  readonly headers: Record<string, string>;
  readonly timeMs: number;
  readonly signal: AbortSignal;
}

/** Connecting counts for the request that it was done for; those that find a connection have none. */
function timingsOf(host: HostPool, response: Response, requestTimeMs: number): Timings {
  const { connected } = host;
  host.connected = undefined;
  return { ...(response.sent ? { requestTimeMs } : {}), ...connected, ...response.timings() };
}
