import { expect, it } from '@jest/globals';
import { context, trace } from '@opentelemetry/api';
import { eventually } from '@mayfly/testing';
import { type CollectedTelemetry } from '@mayfly/telemetry/testing';
import { type Engine, freshTopic, notes, Recorder } from '../harness.ts';

/** What traces show of a stream. */
export function traceCases(engine: () => Engine, telemetry: () => CollectedTelemetry): void {
  it('carries the trace of the publisher, and links the span of each batch to it', async () => {
    const topic = freshTopic('trace', { partitions: 1 });
    const stream = await engine().open([topic]);
    await stream.prepare([topic]);
    const publisher = trace.getTracer('mayfly.fetcher').startSpan('publish');
    await context.with(trace.setSpan(context.active(), publisher), () =>
      stream.publish(topic, notes(2, ['a']), { headers: () => ({ mine: 'x' }) }),
    );
    publisher.end();
    const recorder = new Recorder();
    let inside: string | undefined;
    await stream.consume({
      topic,
      group: 'readers',
      tracer: trace.getTracer('mayfly.document-store'),
      handle: async (batch) => {
        inside = trace.getActiveSpan()?.spanContext().spanId;
        await recorder.handle(batch);
      },
    });
    await recorder.until(2);
    const { traceId } = publisher.spanContext();
    const { headers } = recorder.received[0]!;
    expect(Object.keys(headers).sort()).toEqual(['mine', 'traceparent']);
    expect(Buffer.from(headers.traceparent!).toString()).toContain(traceId);
    const span = await eventually(
      () =>
        telemetry()
          .spans()
          .find(({ name }) => name === `process ${topic.name}`) ?? false,
      { what: 'the span of the batch' },
    );
    expect(span.spanContext().spanId).toBe(inside);
    expect(span.links.map((link) => link.context.traceId)).toEqual([traceId, traceId]);
    expect(span.parentSpanContext).toBeUndefined();
    expect(span.attributes).toMatchObject({
      'messaging.operation.type': 'process',
      'messaging.destination.name': topic.name,
      'messaging.consumer.group.name': 'readers',
      'messaging.batch.message_count': 2,
    });
    expect(telemetry().edges()).toContain('mayfly.fetcher -> mayfly.document-store');
  });
}
