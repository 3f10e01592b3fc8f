export {
  type DeclaredEvent,
  type DeclaredMetric,
  type DeclaredSpan,
  type DeclaredTelemetry,
} from './declared.ts';
export { type Identity } from './identity.ts';
export { counterOf, gaugeOf, histogramOf, upDownCounterOf } from './instruments.ts';
export { configureLog, log, type Log, type LogDestination, logOf, type LogLevel } from './log.ts';
export { type LogFields } from './log-fields.ts';
export { meterOf, scopeName, tracerOf } from './scopes.ts';
export {
  startTelemetry,
  stopTelemetry,
  type TelemetryEnv,
  type TelemetrySettings,
} from './start-telemetry.ts';
export { telemetryPage, type TelemetrySection } from './telemetry-page.ts';
export { TELEMETRY } from './telemetry-names.ts';
