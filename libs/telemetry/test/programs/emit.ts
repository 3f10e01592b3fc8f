import { counterOf, log, startTelemetry, stopTelemetry, tracerOf } from '@mayfly/telemetry';
import { once } from 'node:events';

const told = once(process, 'SIGTERM');
const alive = setInterval(() => {}, 1_000);
await startTelemetry({ service: 'emitter', version: '1.2.3', env: process.env });
const made = counterOf('emitter', {
  name: 'mayfly.emitter.things.made',
  kind: 'counter',
  unit: '{thing}',
  means: 'Things made.',
});
tracerOf('emitter').startActiveSpan('making', (span) => {
  made(3);
  log.info({ event: 'thing.made' }, 'made');
  span.end();
});
await told;
await stopTelemetry();
clearInterval(alive);
