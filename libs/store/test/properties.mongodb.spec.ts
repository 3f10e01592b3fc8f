import { afterAll, beforeAll } from '@jest/globals';
import { properties } from './conformance/properties.ts';
import { mongoEngine, sharedMongo } from './mongo-server.ts';

let server: Awaited<ReturnType<typeof sharedMongo>>;
beforeAll(async () => {
  server = await sharedMongo();
});
afterAll(() => server.stop());

properties(
  mongoEngine(() => server.url),
  { runs: 12 },
);
