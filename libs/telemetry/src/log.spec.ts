import { afterAll, describe, expect, it } from '@jest/globals';
import { setIdentity } from './identity.ts';
import { configureLog, log, logOf } from './log.ts';
import { tracerOf } from './scopes.ts';
import { collectLog } from './testing/collect-log.ts';
import { collectTelemetry } from './testing/collect-telemetry.ts';

const telemetry = collectTelemetry();
afterAll(() => telemetry.stop());

describe('log', () => {
  it('writes level, time, service, version, fields and phrase as one line of JSON', () => {
    setIdentity({ service: 'toy', version: '1.2.3' });
    const { lines } = collectLog();
    log.info({ event: 'host.blocked', host: 'a.test' }, 'host blocked');
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        service: 'toy',
        version: '1.2.3',
        event: 'host.blocked',
        host: 'a.test',
        msg: 'host blocked',
      },
    ]);
  });

  it('carries the ids of the active span, and none without one', () => {
    const { lines } = collectLog();
    const ids = tracerOf('toy').startActiveSpan('work', (span) => {
      log.info({}, 'inside');
      span.end();
      return span.spanContext();
    });
    log.info({}, 'outside');
    expect(lines[0]).toMatchObject({ trace_id: ids.traceId, span_id: ids.spanId });
    expect(lines[1]).not.toHaveProperty('trace_id');
  });

  it('follows a change of where lines go, also when it was made before', () => {
    const frontier = logOf('frontier').with({ shard: 3 });
    collectLog();
    frontier.info({}, 'first');
    const { lines } = collectLog();
    frontier.info({}, 'second');
    expect(lines).toMatchObject([{ service: 'frontier', shard: 3, msg: 'second' }]);
  });

  it('prints nothing below its level', () => {
    const { lines } = collectLog('warn');
    log.info({}, 'quiet');
    log.warn({}, 'loud');
    expect(lines.map((line) => line.msg)).toEqual(['loud']);
  });

  it('prints an error with type, stack and cause', () => {
    const { lines } = collectLog();
    log.error({ err: new TypeError('outer', { cause: new RangeError('inner') }) }, 'failed');
    expect(lines[0]?.err).toMatchObject({
      type: 'TypeError',
      stack: expect.stringContaining('log.spec'),
      cause: { type: 'RangeError', message: 'inner' },
    });
  });

  it('keeps one entry on one line whatever it holds', () => {
    const written: string[] = [];
    configureLog({ level: 'info', destination: { write: (line) => void written.push(line) } });
    log.info({ title: 'x\n{"level":"fatal"}\u2028', err: new Error('a\nb') }, 'phrase\nforged');
    expect(written.map((line) => line.trimEnd().split(/[\n\u2028]/).length)).toEqual([1]);
  });
});
