import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { TELEMETRY } from '@mayfly/grpc';
import { tracerOf, logOf } from '@mayfly/telemetry';
import { collectLog, collectTelemetry } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openToy, openToyClient } from './support/toy.ts';

const telemetry = collectTelemetry();
const log = collectLog();
beforeEach(() => telemetry.reset());
afterAll(() => telemetry.stop());

const GET = 'mayfly.testing.v1.ToyService/GetCounter';

async function spansOf(count: number) {
  await eventually(() => telemetry.spans().length === count, { what: `${count} spans have ended` });
  return telemetry.spans();
}

describe('a call', () => {
  it('is one span at each end, in the name of each service, in one trace', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    await client.getCounter({ name: 'x' });
    const spans = await spansOf(2);
    const [served] = spans.filter(({ kind }) => kind === SpanKind.SERVER);
    const [called] = spans.filter(({ kind }) => kind === SpanKind.CLIENT);
    expect(called).toMatchObject({
      name: GET,
      instrumentationScope: { name: 'mayfly.toy-client' },
      attributes: {
        'rpc.system.name': 'grpc',
        'rpc.method': GET,
        'rpc.status_code': 'OK',
        'server.address': expect.stringContaining('127.0.0.1'),
      },
      status: { code: SpanStatusCode.UNSET },
    });
    expect(served).toMatchObject({
      name: GET,
      instrumentationScope: { name: 'mayfly.toy' },
      attributes: { 'rpc.system.name': 'grpc', 'rpc.method': GET, 'rpc.status_code': 'OK' },
    });
    expect(served?.parentSpanContext?.spanId).toBe(called?.spanContext().spanId);
    expect(telemetry.edges()).toEqual(['mayfly.toy-client -> mayfly.toy']);
  });

  it('is the parent of what its handler does, and its ids are in the handler’s log', async () => {
    await using server = await openToy({
      getCounter: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        tracerOf('toy').startSpan('inside').end();
        logOf('toy').info({ event: 'inside' }, 'inside');
        return { value: 1 };
      },
    });
    await using client = await openToyClient(server);
    await client.getCounter({ name: 'x' });
    const spans = await spansOf(3);
    const served = spans.find(({ kind }) => kind === SpanKind.SERVER)?.spanContext();
    const inside = spans.find(({ name }) => name === 'inside');
    expect(inside?.parentSpanContext?.spanId).toBe(served?.spanId);
    expect(log.of('inside')[0]).toMatchObject({
      trace_id: served?.traceId,
      span_id: served?.spanId,
    });
  });

  it('keeps its handler in its span also while it streams', async () => {
    await using server = await openToy({
      echo: async function* (requests) {
        for await (const { payload } of requests) {
          tracerOf('toy').startSpan('piece').end();
          yield { payload };
        }
      },
    });
    await using client = await openToyClient(server);
    for await (const _ of client.echo([{ payload: Buffer.of(1) }, { payload: Buffer.of(2) }]));
    const spans = await spansOf(4);
    const served = spans.find(({ kind }) => kind === SpanKind.SERVER)?.spanContext().spanId;
    const pieces = spans.filter(({ name }) => name === 'piece');
    expect(pieces.map((piece) => piece.parentSpanContext?.spanId)).toEqual([served, served]);
  });

  it('is an error at the server only where the server is to blame', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const ended = async (code: string) => {
      telemetry.reset();
      await client.fail({ ending: { $case: 'code', value: code } }).catch(() => {});
      const spans = await spansOf(2);
      return Object.fromEntries(
        spans.map(({ kind, status, attributes }) => [
          SpanKind[kind],
          [attributes['rpc.status_code'], attributes['error.type'], status.code],
        ]),
      );
    };
    expect(await ended('REQUEST_INVALID')).toEqual({
      SERVER: ['INVALID_ARGUMENT', undefined, SpanStatusCode.UNSET],
      CLIENT: ['INVALID_ARGUMENT', 'INVALID_ARGUMENT', SpanStatusCode.ERROR],
    });
    expect(await ended('DATA')).toEqual({
      SERVER: ['INTERNAL', 'INTERNAL', SpanStatusCode.ERROR],
      CLIENT: ['INTERNAL', 'INTERNAL', SpanStatusCode.ERROR],
    });
  });

  it('is measured at both ends, in seconds, by method and status', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    await client.addToCounter({ name: 'measured', amount: 1 });
    await spansOf(2);
    const metrics = await telemetry.metrics();
    const attributes = { 'rpc.method': 'mayfly.testing.v1.ToyService/AddToCounter' };
    for (const { name } of [TELEMETRY.serverDuration, TELEMETRY.clientDuration]) {
      const metric = metrics.get(name);
      expect(metric?.descriptor.unit).toBe('s');
      expect(metric?.dataPoints).toContainEqual(
        expect.objectContaining({
          attributes: expect.objectContaining({
            ...attributes,
            'rpc.system.name': 'grpc',
            'rpc.status_code': 'OK',
          }),
          value: expect.objectContaining({ count: 1 }),
        }),
      );
    }
    const active = metrics.get(TELEMETRY.serverActive.name)?.dataPoints;
    expect(active?.every(({ value }) => value === 0)).toBe(true);
  });

  it('that is turned away is counted', async () => {
    await using server = await openToy({}, { limits: { calls: 0 } });
    await using client = await openToyClient(server);
    await client.addToCounter({ name: 'x', amount: 1 }).catch(() => {});
    const shed = (await telemetry.metrics()).get(TELEMETRY.shed.name);
    expect(shed?.dataPoints).toEqual([
      expect.objectContaining({
        attributes: { 'rpc.method': 'mayfly.testing.v1.ToyService/AddToCounter' },
        value: 1,
      }),
    ]);
  });

  it('that nobody waits for is measured when it is cancelled', async () => {
    await using server = await openToy({
      addToCounter: (_request, call) =>
        new Promise((_resolve, reject) => {
          call.signal.addEventListener('abort', () => reject(call.signal.reason as Error));
        }),
    });
    await using client = await openToyClient(server);
    const stop = new AbortController();
    const adding = client.addToCounter({ name: 'x', amount: 1 }, { signal: stop.signal });
    await eventually(() => server.activeCalls === 1, { what: 'the handler runs' });
    stop.abort();
    await adding.catch(() => {});
    const spans = await spansOf(2);
    expect(spans.map(({ attributes }) => attributes['rpc.status_code'])).toEqual([
      'CANCELLED',
      'CANCELLED',
    ]);
  });
});

describe('TELEMETRY', () => {
  it('declares every log event that the library writes', () => {
    const folder = join(import.meta.dirname, '../src');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    const events = sources.flatMap((text) =>
      [...text.matchAll(/event: ([^,}]+)/g)].map(([, name]) => name?.trim()),
    );
    const declared = Object.entries(TELEMETRY)
      .filter(([, { kind }]) => kind === 'log event')
      .map(([key]) => `TELEMETRY.${key}.name`);
    expect([...new Set(events)].sort()).toEqual(declared.sort());
  });
});
