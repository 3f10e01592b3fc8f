import { startTelemetry } from '@mayfly/telemetry';
import manifest from '../package.json' with { type: 'json' };

// A person reads what this process prints, so only what needs attention is logged, and beside the result.
const env = { LOG_LEVEL: 'warn', ...process.env };
await startTelemetry({ service: 'mayfly', version: manifest.version, env, logTo: 'stderr' });
