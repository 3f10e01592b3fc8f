import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

// The next start takes half the time. Where nothing can be written, nothing is kept.
enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)),
);
// Only now, so that it is kept too.
const { startTelemetry } = await import('@mayfly/telemetry');

// A person reads what this process prints, so only what needs attention is logged, and beside the result.
const env = { LOG_LEVEL: 'warn', ...process.env };
await startTelemetry({ service: 'mayfly', version: manifest.version, env, logTo: 'stderr' });
