import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a page answers. */
export type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** Hosts under .test, all on one port of this machine. */
export interface TestSite extends AsyncDisposable {
  readonly port: number;
  /** `host/path` of every request, in their order. */
  readonly requests: readonly string[];
  /** Answers at `host/path` from now on; everything else is 404. */
  serve(place: string, page: Page | string | Buffer): void;
}

export async function testSite(): Promise<TestSite> {
  const pages = new Map<string, Page>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const place = `${request.headers.host}${request.url}`;
    requests.push(place);
    const page = pages.get(place);
    if (page !== undefined) page(request, response);
    else response.writeHead(404).end('nothing');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    serve: (place, page) => {
      const html = { 'content-type': 'text/html; charset=utf-8' };
      pages.set(
        place,
        typeof page === 'function'
          ? page
          : (_, response) => response.writeHead(200, html).end(page),
      );
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
