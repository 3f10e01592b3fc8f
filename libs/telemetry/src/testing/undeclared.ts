import type { DeclaredTelemetry } from '../declared.ts';

type Line = Readonly<Record<string, unknown>>;

/** What every line has, whoever writes it. */
const EVERY_LINE = ['level', 'time', 'version', 'service', 'event', 'msg', 'trace_id', 'span_id'];

/** Where lines differ from what their list declares: a name, a level or a field, one text each. */
export function undeclared(
  lines: readonly Line[],
  telemetry: Readonly<Record<string, DeclaredTelemetry>>,
): string[] {
  const events = new Map(
    Object.values(telemetry).flatMap((each) =>
      each.kind === 'log event' ? [[each.name, each] as const] : [],
    ),
  );
  const found = lines.flatMap((line) => {
    const event = String(line.event);
    const declared = events.get(event);
    if (declared === undefined) return [`${event}: not declared`];
    const known = [...EVERY_LINE, ...(declared.attributes ?? [])];
    return [
      ...(line.level === declared.level ? [] : [`${event}: logged at ${String(line.level)}`]),
      ...Object.keys(line)
        .filter((field) => !known.includes(field))
        .map((field) => `${event}: carries ${field}`),
    ];
  });
  return [...new Set(found)];
}
