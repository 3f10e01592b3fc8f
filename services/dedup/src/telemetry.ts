import { startTelemetry } from '@mayfly/telemetry';
import manifest from '../package.json' with { type: 'json' };

await startTelemetry({ service: 'dedup', version: manifest.version, env: process.env });
