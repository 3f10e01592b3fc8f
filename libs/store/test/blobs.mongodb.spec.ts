import { afterAll, beforeAll } from '@jest/globals';
import { blobs } from './conformance/blobs.ts';
import { mongoEngine, sharedMongo } from './mongo-server.ts';

let server: Awaited<ReturnType<typeof sharedMongo>>;
beforeAll(async () => {
  server = await sharedMongo();
});
afterAll(() => server.stop());

blobs(mongoEngine(() => server.url));
