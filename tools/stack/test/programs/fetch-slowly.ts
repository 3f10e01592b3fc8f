import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cached } from '../../src/artifact-cache.ts';

/** Fetches `thing` into the cache; half of it is there until a file called `go-on` appears. */
const [cache = ''] = process.argv.slice(2);
const fetch = async (folder: string): Promise<void> => {
  appendFileSync(join(cache, 'fetches'), `${process.pid}\n`);
  writeFileSync(join(folder, 'first'), 'half');
  console.log('half way');
  while (!existsSync(join(cache, 'go-on'))) await delay(5);
  writeFileSync(join(folder, 'second'), 'half');
};
const folder = await cached(cache, { name: 'thing', fetch }, (line) => console.log(line));
console.log(`done ${folder}`);
