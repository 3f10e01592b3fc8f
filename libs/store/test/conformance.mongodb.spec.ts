import { afterAll, beforeAll } from '@jest/globals';
import { conditions } from './conformance/conditions.ts';
import { formats } from './conformance/formats.ts';
import { limits } from './conformance/limits.ts';
import { ranges } from './conformance/ranges.ts';
import { readsAndWrites } from './conformance/reads-and-writes.ts';
import { rivals } from './conformance/rivals.ts';
import { mongoEngine, sharedMongo } from './mongo-server.ts';

let server: Awaited<ReturnType<typeof sharedMongo>>;
beforeAll(async () => {
  server = await sharedMongo();
});
afterAll(() => server.stop());
const engine = mongoEngine(() => server.url);

readsAndWrites(engine);
conditions(engine);
rivals(engine);
ranges(engine);
limits(engine);
formats(engine);
