import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A preload before all others: the next start takes half the time. Where nothing can be written, nothing is kept.
// It is no TypeScript: what strips types is then not even loaded, as all other files come stripped out of the cache.
enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)),
);
