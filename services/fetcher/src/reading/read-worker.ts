import { parentPort } from 'node:worker_threads';
import type { ToRead } from '../core/ports.ts';
import { readBody } from './read-body.ts';

// One document at a time: the pool sends the next when this one is answered.
parentPort?.on('message', (document: ToRead) => {
  parentPort?.postMessage(readBody(document));
});
