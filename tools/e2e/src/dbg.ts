import { setTimeout as delay } from 'node:timers/promises';
import { SoakedWorld } from './soaked-world.ts';
import { soakPlace } from './soak-place.ts';
const place = (await soakPlace('cluster', console.log))!;
const world = await SoakedWorld.open(
  {
    ...place,
    start: (env) => place.start({ ...env, NODE_OPTIONS: '--import /tmp/dbg/handles.mjs' }),
  },
  1,
);
await world.beginCrawl();
await world.untilAsked();
await delay(2000);
const [broker] = world.servers;
await broker!.kill9();
await delay(1000);
await broker!.start();
console.log('back');
console.log(await world.finishCrawl());
console.log(await world.stop());
await world[Symbol.asyncDispose]();
await place[Symbol.asyncDispose]();
