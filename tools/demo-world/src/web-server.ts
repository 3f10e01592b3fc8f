import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Clock } from '@mayfly/clock';
import type { Access, AccessLog } from './access-log.ts';
import { answer, robotsResource } from './answering.ts';
import type { Extra } from './extras.ts';
import { randomOf } from './random.ts';
import { failure, type Resource } from './resource.ts';
import type { RobotsAnswer } from './robots-text.ts';
import type { Site } from './site.ts';

/** What the server asks for each request. */
export interface Served {
  readonly clock: Clock;
  readonly log: AccessLog;
  readonly slow: boolean;
  site(host: string): Site | undefined;
  robots(host: string): RobotsAnswer;
  extra(url: string): Extra | undefined;
  resource(url: string): Resource;
}

/** All hosts of a world on one port of the loopback address; the Host header says which is meant. */
export class WebServer {
  readonly #served: Served;
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #asked = new Map<string, number>();

  constructor(served: Served) {
    this.#served = served;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  async listen(port: number): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { clock, log } = this.#served;
    const { host, path } = target(request);
    const url = `http://${host}${path}`;
    const access = log.begin({
      host,
      path,
      url,
      method: request.method ?? '',
      userAgent: request.headers['user-agent'] ?? '',
      startMs: clock.monotonicMs(),
    });
    // With one header set beforehand, node keeps those of writeHead too, and the log can read them.
    response.setHeader('server', 'demo-world');
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
      this.#end(access, response);
    });
    try {
      await this.#answer({ host, path, url }, request, response, gone.signal);
    } catch (error) {
      // A handler of a test that fails must be seen by the crawler as a failing server, and by the test in the log.
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    }
  }

  async #answer(
    { host, path, url }: { readonly host: string; readonly path: string; readonly url: string },
    request: IncomingMessage,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const { clock, slow } = this.#served;
    const signal = AbortSignal.any([gone, this.#closing.signal]);
    const asked = (this.#asked.get(url) ?? 0) + 1;
    this.#asked.set(url, asked);
    const extra = this.#served.extra(url);
    if (typeof extra === 'function') {
      await extra({ url, request, response, clock, signal, asked });
      return;
    }
    const site = this.#served.site(host);
    if (slow && site?.slowMs !== undefined) {
      const slowness = randomOf(0, 'slow', url).between(...site.slowMs);
      await clock.sleep(slowness, signal).catch(() => undefined);
    }
    const resource = extra ?? this.#resource(request, { host, path, url });
    const failing = asked === 1 ? resource.firstAnswer : undefined;
    answer(request, response, {
      resource: failing === undefined ? resource : failure(failing),
      gzip: site?.gzip ?? false,
    });
  }

  #resource(
    { method }: IncomingMessage,
    { host, path, url }: { readonly host: string; readonly path: string; readonly url: string },
  ): Resource {
    if (method !== 'GET' && method !== 'HEAD') return failure({ status: 405 });
    if (path === '/robots.txt') return robotsResource(this.#served.robots(host));
    return this.#served.resource(url);
  }

  #end(access: Access, response: ServerResponse): void {
    const retryAfter = Number(response.getHeader('retry-after'));
    this.#served.log.end(access, {
      endMs: this.#served.clock.monotonicMs(),
      ...(response.headersSent ? { status: response.statusCode } : {}),
      bytes: Number(response.getHeader('content-length') ?? 0),
      aborted: !response.writableFinished,
      ...(Number.isFinite(retryAfter) ? { retryAfterMs: retryAfter * 1_000 } : {}),
    });
  }
}

/** Which host and path are meant; a proxy's client writes the whole URL into the request line. */
function target(request: IncomingMessage): { host: string; path: string } {
  const asked = request.url ?? '/';
  const whole = asked.startsWith('/') ? null : URL.parse(asked);
  const host = whole?.host ?? request.headers.host ?? '';
  const path = whole === null ? asked : whole.pathname + whole.search;
  return { host: host.toLowerCase().replace(/:\d+$/, ''), path };
}
