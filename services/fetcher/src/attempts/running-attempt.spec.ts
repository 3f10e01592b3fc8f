import { describe, expect, it } from '@jest/globals';
import { type Span, type Tracer } from '@opentelemetry/api';
import { taskOf } from '../../test/support/tasks.ts';
import { RunningAttempt } from './running-attempt.ts';

/** A tracer whose spans tell what they were given. */
function watched() {
  const attributes: Record<string, unknown> = {};
  const span = {
    isRecording: () => true,
    setAttribute: (name: string, value: unknown) => (attributes[name] = value),
    setAttributes: (more: object) => Object.assign(attributes, more),
    end: () => {},
  } as unknown as Span;
  const tracer = { startSpan: () => span } as Partial<Tracer> as Tracer;
  return { tracer, attributes };
}

describe('the span of an attempt', () => {
  it('says how long each step took, and nothing of those that did not happen', async () => {
    const work = { get: () => Promise.reject(new Error('not here')), end: async () => {} };
    const end = { outcome: 'ok', detail: '', headers: [] } as const;
    const all = watched();
    const timings = {
      ...{ requestTimeMs: 9, dnsMs: 1, connectMs: 2, tlsMs: 3 },
      ...{ firstByteMs: 4, downloadMs: 5, parseMs: 6 },
    };
    const task = taskOf('https://a.test/');
    await new RunningAttempt(task, work, all.tracer).end({ ...end, timings });
    expect(all.attributes).toEqual({
      'mayfly.outcome': 'ok',
      'mayfly.dns_ms': 1,
      'mayfly.connect_ms': 2,
      'mayfly.tls_ms': 3,
      'mayfly.first_byte_ms': 4,
      'mayfly.download_ms': 5,
      'mayfly.parse_ms': 6,
    });
    const some = watched();
    await new RunningAttempt(task, work, some.tracer).end({ ...end, timings: { firstByteMs: 4 } });
    expect(some.attributes).toEqual({ 'mayfly.outcome': 'ok', 'mayfly.first_byte_ms': 4 });
  });
});
