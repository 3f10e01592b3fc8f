import { counterOf, type DeclaredTelemetry, logOf } from '@mayfly/telemetry';

/** What the toy emits beside what the platform emits for it. */
export const TELEMETRY = {
  set: {
    name: 'mayfly.toy.counters.set',
    kind: 'counter',
    unit: '{counter}',
    means: 'How often counters were set.',
  },
  listening: {
    name: 'toy.listening',
    kind: 'log event',
    level: 'info',
    attributes: ['port', 'healthPort'],
    means: 'The toy answers, at these ports.',
  },
} as const satisfies Record<string, DeclaredTelemetry>;

const log = logOf('toy');
const set = counterOf('toy', TELEMETRY.set);

export function toyListens(port: number, healthPort: number | undefined): void {
  log.info({ event: TELEMETRY.listening.name, port, healthPort }, 'listening');
}

export function counterSet(): void {
  set(1);
}
