import { afterAll, beforeAll, jest } from '@jest/globals';
import { blobs } from './conformance/blobs.ts';
import { mongoEngine, sharedMongo } from './mongo-server.ts';

jest.setTimeout(60_000);

let server: Awaited<ReturnType<typeof sharedMongo>>;
beforeAll(async () => {
  server = await sharedMongo();
}, 120_000);
afterAll(() => server.stop());

blobs(mongoEngine(() => server.url));
