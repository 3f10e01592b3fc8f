import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A preload before all others: the next start takes half the time. Where nothing can be written, nothing is kept.
enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)),
);
