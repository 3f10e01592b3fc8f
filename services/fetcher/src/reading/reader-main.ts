import type { ToRead } from '../core/ports.ts';
import { readBody } from './read-body.ts';

// One document at a time: the pool sends the next when this one is answered.
process.on('message', (document: ToRead) => {
  process.send?.(readBody(document));
});

// Whoever started it is gone, or wants no more of it.
process.on('disconnect', () => process.exit());
