import type { CollectedSpan } from './trace-collector.ts';

/** Which service leads to which, by parents and by links, each once: `fetcher → frontier`. */
export function traceEdges(spans: readonly CollectedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const edges = new Set<string>();
  for (const { service, parentSpanId, links } of spans) {
    for (const id of [...links, ...(parentSpanId === undefined ? [] : [parentSpanId])]) {
      const from = byId.get(id)?.service;
      if (from !== undefined && from !== service) edges.add(`${from} → ${service}`);
    }
  }
  return [...edges].sort();
}
