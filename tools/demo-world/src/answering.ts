import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Resource } from './resource.ts';
import type { RobotsAnswer } from './robots-text.ts';

/** Writes what the model says. A document that the client has already is not sent again. */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { resource, gzip }: { readonly resource: Resource; readonly gzip: boolean },
): void {
  const { status, contentType, location, retryAfterSeconds } = resource;
  const validator = status === 200 ? `"${hash('sha1', resource.body)}"` : undefined;
  if (validator !== undefined && request.headers['if-none-match'] === validator) {
    response.writeHead(304, { etag: validator }).end();
    return;
  }
  const packed = gzip && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const plain = Buffer.from(resource.body);
  const body = packed ? gzipSync(plain) : plain;
  const headers: OutgoingHttpHeaders = {
    'content-type': contentType,
    'content-length': body.length,
    ...(packed ? { 'content-encoding': 'gzip' } : {}),
    ...(validator === undefined ? {} : { etag: validator }),
    ...(location === undefined ? {} : { location }),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A robots.txt as any other answer. */
export function robotsResource(robots: RobotsAnswer): Resource {
  const text = 'text' in robots ? robots.text : '';
  return {
    kind: robots.status === 200 ? 'page' : 'failure',
    status: robots.status,
    contentType: 'text/plain; charset=utf-8',
    body: text,
    links: [],
    ...('location' in robots ? { location: robots.location } : {}),
  };
}
