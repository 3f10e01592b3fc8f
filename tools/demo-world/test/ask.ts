import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** An answer as a client sees it. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** One GET of a URL of a world, through its port. */
export function ask(
  port: number,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(
      { port, host: '127.0.0.1', path: pathname + search, headers: { host, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const packed = response.headers['content-encoding'] === 'gzip';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: (packed ? gunzipSync(bytes) : bytes).toString(),
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}
