import { startKafka, startMongo } from '@mayfly/stack';

/** Starts the server that the first argument names, prints its process numbers, and waits. */
const servers = await (process.argv[2] === 'kafka' ? startKafka() : startMongo());
const pids = await Promise.all(servers.nodes.map((node) => node.pid()));
console.log(JSON.stringify({ pids }));
setInterval(() => undefined, 1_000);
