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
      // gRPC hides the error of the socket in its own; only the text still has its code.
      const [why = error.message] = /\bE[A-Z]{3,}\b/.exec(error.message) ?? [];
      reject(
        new CrawlError('CONFIG_INVALID', `${address}: cannot listen there: ${why}`, { cause }),
      );
    }
  });
  return promise;
}
