import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as far as its place in the trace goes. */
export interface CollectedSpan {
  /** Whose tracer made it, such as `frontier`. */
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly links: readonly string[];
}

/** What OTLP sends as JSON, as far as it is read here. */
interface TraceRequest {
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly {
      readonly scope?: { readonly name?: string };
      readonly spans?: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly links?: readonly { readonly spanId: string }[];
      }[];
    }[];
  }[];
}

/** Takes spans from processes, as a collector does, and keeps them. */
export interface TraceCollector extends AsyncDisposable {
  /** Settings that make a process send here. */
  readonly env: Readonly<Record<string, string>>;
  readonly spans: readonly CollectedSpan[];
}

export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as TraceRequest));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_BSP_MAX_QUEUE_SIZE: '100000',
    },
    spans,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spansOf({ resourceSpans = [] }: TraceRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ scopeSpans = [] }) =>
    scopeSpans.flatMap(({ scope, spans = [] }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, links = [] }) => ({
        service: (scope?.name ?? '').replace(/^mayfly\./, ''),
        ...{ name, traceId, spanId },
        parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
        links: links.map((link) => link.spanId),
      })),
    ),
  );
}
