import { parentPort } from 'node:worker_threads';

// Does what its document says, as a reader with a bug would.
parentPort.on('message', ({ body }) => {
  const deed = Buffer.from(body).toString();
  if (deed === 'throw') throw new Error('a bug');
  if (deed === 'exit') process.exit(1);
  const kept = [];
  while (deed === 'grow') kept.push(Array(1_000_000).fill(kept.length));
  while (deed === 'hang');
  parentPort.postMessage({ title: 'answered' });
});
