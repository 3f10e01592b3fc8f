import { CrawlError } from '@mayfly/errors';
import type { Server, ServerCredentials } from '@grpc/grpc-js';

/** Begins to listen and gives the port. */
export async function bind(
  server: Server,
  address: string,
  credentials: ServerCredentials,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync(address, credentials, (error, port) => {
    if (error === null) resolve(port);
    else {
      const cause = error;
      reject(new CrawlError('CONFIG_INVALID', `${address}: cannot listen there`, { cause }));
    }
  });
  return promise;
}
