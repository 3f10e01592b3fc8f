import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MongoServers, startMongo } from '@mayfly/stack';
import { eventually, temporaryFolder } from '@mayfly/testing';
import { MongoClient } from 'mongodb';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { processIdOf } from '../src/process-id.ts';
import { example } from './readme-example.ts';
import { ownEnv, stack, starterOf } from './stack-command.ts';

const isGone = (pid: number): boolean => processIdOf(pid) === undefined;

/** Adds a page with the strongest promise there is, and gives all that are there. */
async function addPage(url: string, page: string): Promise<string[]> {
  const client = new MongoClient(url);
  try {
    const pages = client.db('spec').collection<{ _id: string }>('pages');
    await pages.insertOne({ _id: page }, { writeConcern: { w: 'majority', journal: true } });
    return (await pages.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
  } finally {
    await client.close();
  }
}

describe('the stack command on MongoDB', () => {
  it('starts, finds, heals and stops a server, and keeps its data through all of it', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const args = ['--only', 'mongodb', '--data', data];
    try {
      const up = await stack(['up', ...args]);
      expect([up.code, up.answer.mongodb?.state]).toEqual([0, 'up']);
      const { url = '', nodes = [] } = up.answer.mongodb ?? {};
      expect(await addPage(url, 'a')).toEqual(['a']);

      const again = await stack(['up', ...args]);
      expect(again.answer.mongodb?.message).toContain('is up already');
      expect(again.answer.mongodb?.nodes).toEqual(nodes);
      const status = await stack(['status', ...args]);
      expect([status.code, status.answer.mongodb?.message]).toEqual([0, 'is up and answers']);

      process.kill(nodes[0]?.pid as number, 'SIGKILL');
      await eventually(() => isGone(nodes[0]?.pid as number), { what: 'the kill' });
      expect((await stack(['status', ...args])).answer.mongodb?.state).toBe('down');
      const healed = await stack(['up', ...args]);
      expect(healed.answer.mongodb?.url).toBe(url);
      expect(await addPage(url, 'b')).toEqual(['a', 'b']);

      const pid = healed.answer.mongodb?.nodes[0]?.pid as number;
      expect((await stack(['down', ...args])).answer.mongodb?.message).toBe(
        'stopped; its data stays',
      );
      expect(isGone(pid)).toBe(true);
      expect((await stack(['down', ...args])).code).toBe(0);
      expect((await stack(['status', ...args])).code).toBe(1);

      expect((await stack(['up', ...args])).answer.mongodb?.url).toBe(url);
      expect(await addPage(url, 'c')).toEqual(['a', 'b', 'c']);
    } finally {
      await stack(['down', '--wipe', ...args]);
    }
    expect(existsSync(data)).toBe(false);
  });
});

describe('startMongo', () => {
  let servers: MongoServers;
  beforeAll(async () => {
    servers = await startMongo({ nodes: 3, env: ownEnv() });
  });
  afterAll(() => servers.stop());

  it('goes on without a primary that is killed, and takes it back with all that it missed', async () => {
    const primary = await servers.primary();
    const before = await addPage(servers.url, 'before');
    await primary.kill();
    expect(await primary.pid()).toBeUndefined();
    const during = await addPage(servers.url, 'during');
    expect(during).toEqual([...before, 'during'].sort());
    await primary.start();
    const client = new MongoClient(`mongodb://${primary.address}/?directConnection=true`);
    try {
      const pages = client.db('spec', { readPreference: 'secondaryPreferred' }).collection('pages');
      await eventually(async () => (await pages.countDocuments()) === during.length, {
        what: 'the node to have caught up',
      });
    } finally {
      await client.close();
    }
  });

  it('makes the primary step down', async () => {
    const before = await servers.primary();
    await servers.stepDown(10);
    expect((await servers.primary()).name).not.toBe(before.name);
    await servers.ready();
  });

  it('elects another while the primary is frozen', async () => {
    const before = await servers.primary();
    await before.freeze();
    try {
      const other = await eventually(
        async () => {
          const now = await servers.primary();
          return now.name === before.name ? false : now;
        },
        { what: 'another primary', withinMs: 60_000 },
      );
      expect(other.name).not.toBe(before.name);
    } finally {
      await before.thaw();
    }
    await servers.ready();
  });

  it('takes a server whose address is given, and leaves it alone', async () => {
    const env = { ...ownEnv(), MAYFLY_STACK: '', MAYFLY_MONGO_URL: servers.url };
    const given = await startMongo({ env });
    expect([given.way, given.url, given.nodes]).toEqual(['given', servers.url, []]);
    await given.stop();
    const status = await stack(['status', '--only', 'mongodb'], env);
    expect(status.answer.mongodb?.message).toBe('answers at the given address');
  });

  it('ends with the process that started it, also when that is killed', async () => {
    await using temporary = await temporaryFolder();
    const { starter, pids } = await starterOf('mongodb', temporary.path);
    expect(pids.map(isGone)).toEqual([false]);
    await starter.kill9();
    await eventually(() => pids.every(isGone), { what: 'the server to end' });
    await eventually(() => readdirSync(temporary.path).length === 0, { what: 'its data to go' });
  });
});

describe('the example of the README', () => {
  it('finds what was written before the crash', async () => {
    expect(await example()).toBe(1);
  });
});
