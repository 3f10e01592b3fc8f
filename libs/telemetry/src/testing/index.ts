export { type CollectedLog, collectLog } from './collect-log.ts';
export { type CollectedTelemetry, collectTelemetry } from './collect-telemetry.ts';
export { undeclared } from './undeclared.ts';
