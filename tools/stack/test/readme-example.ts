import { startMongo } from '@mayfly/stack';
import { MongoClient } from 'mongodb';

export async function example() {
  const servers = await startMongo(); // or { nodes: 3 }
  const client = new MongoClient(servers.url);
  try {
    const pages = client.db('example').collection('pages');
    await pages.insertOne({ url: 'https://a.test/' }, { writeConcern: { w: 'majority' } });
    const primary = await servers.primary();
    await primary.kill(); // as a crash would
    await primary.start(); // on the same data and port
    return await pages.countDocuments();
  } finally {
    await client.close();
    await servers.stop();
  }
}
