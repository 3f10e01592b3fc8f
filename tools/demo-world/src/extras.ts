import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Clock } from '@mayfly/clock';
import { htmlPage } from './markup.ts';
import { failure, redirect, type Resource } from './resource.ts';
import { urlSet } from './sitemaps.ts';

/** One request in the hands of a handler. */
export interface Exchange {
  readonly url: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly clock: Clock;
  /** Aborted when the connection is gone or the world closes. */
  readonly signal: AbortSignal;
  /** How often the URL was asked for, this time included. */
  readonly asked: number;
}

/** What a URL does that a test has added: an answer that the model knows too, or a handler of its own. */
export type Extra = Resource | ((exchange: Exchange) => Promise<void> | void);

const CHUNK = Buffer.alloc(64 * 1024, 'All work and no play makes a dull page. ');

/** Never answers. */
export function hang(): Extra {
  return ({ signal }) => (signal.aborted ? undefined : once(signal, 'abort').then(() => undefined));
}

/** Breaks the connection: at once, or after the head and some of the body that the head promised. */
export function breakOff({ afterBytes = 0 }: { readonly afterBytes?: number } = {}): Extra {
  return async ({ request, response }) => {
    if (afterBytes > 0) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': afterBytes + 1 });
      await new Promise<void>((resolve) => {
        response.write(Buffer.alloc(afterBytes, 'x'), () => resolve());
      });
    }
    request.socket.destroy();
  };
}

/** A body of that size, written as fast as it is read. */
export function streamed(
  bytes: number,
  { contentType = 'text/html; charset=utf-8' }: { readonly contentType?: string } = {},
): Extra {
  return async ({ response, signal }) => {
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes });
    for (let rest = bytes; rest > 0 && !signal.aborted; rest -= CHUNK.length) {
      if (!response.write(CHUNK.subarray(0, rest))) {
        await once(response, 'drain', { signal }).catch(() => undefined);
      }
    }
    response.end();
  };
}

/** A few bytes now and then. */
export function drip({
  pieces,
  everyMs,
}: {
  readonly pieces: number;
  readonly everyMs: number;
}): Extra {
  return async ({ response, clock, signal }) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    for (let piece = 0; piece < pieces && !signal.aborted; piece += 1) {
      response.write(`<p>Drop ${piece}</p>\n`);
      await clock.sleep(everyMs, signal).catch(() => undefined);
    }
    response.end();
  };
}

/** Fails the first so many times and then answers. */
export function failing(
  times: number,
  status: number,
  { then, retryAfterSeconds }: { readonly then: Resource; readonly retryAfterSeconds?: number },
): Extra {
  return ({ asked, response }) => {
    const { status: code, contentType, body } = asked > times ? then : failure({ status });
    if (asked <= times && retryAfterSeconds !== undefined) {
      response.setHeader('retry-after', String(retryAfterSeconds));
    }
    response.writeHead(code, { 'content-type': contentType }).end(body);
  };
}

/** A redirect. */
export function leadsTo(location: string, status: 301 | 302 | 307 | 308 = 301): Resource {
  return redirect(location, status);
}

/** An answer of 4xx or 5xx, each time. */
export function fails(status: number): Resource {
  return failure({ status });
}

/** A page with a title, some text and links. */
export function pageWith(
  title: string,
  { text = '', links = [] }: { readonly text?: string; readonly links?: readonly string[] } = {},
): Resource {
  return htmlPage({
    kind: 'page',
    url: 'http://anywhere.test/',
    title,
    nav: [],
    paragraphs: text === '' ? [] : [text],
    boxes: [{ heading: 'Links', links: links.map((url) => ({ url, text: url })) }],
    absolute: true,
  });
}

/** A sitemap of so many links: `http://host/page-0`, `http://host/page-1`, ... */
export function sitemapOf(count: number, host: string): Resource {
  return urlSet(Array.from({ length: count }, (_, i) => ({ url: `http://${host}/page-${i}` })));
}
