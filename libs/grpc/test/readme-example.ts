import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import { CrawlError } from '@mayfly/errors';
import { openClient, openServer, serve } from '@mayfly/grpc';
import { toyHandlers } from './support/toy.ts';

export async function example(): Promise<string> {
  await using server = await openServer({
    service: 'toy',
    services: [
      serve(ToyServiceDefinition, {
        ...toyHandlers(),
        putCounter: async ({ name }, call) => {
          if (name === '') throw new CrawlError('REQUEST_INVALID', 'name: must not be empty');
          return { instance: `${name} with ${call.remainingMs() > 0 ? 'time' : 'no time'} left` };
        },
      }),
    ],
    address: { host: '127.0.0.1', port: 0 },
    random: Math.random,
  });
  server.setServing(true);

  await using client = await openClient(ToyServiceDefinition, {
    service: 'somebody',
    target: `dns:///${server.address}`,
  });
  const { instance } = await client.putCounter({ name: 'pages', value: 3 }, { deadlineMs: 2_000 });
  return instance;
}
