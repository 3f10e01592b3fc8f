import type { DeclaredTelemetry } from './declared.ts';

/** What one library or service emits. */
export interface TelemetrySection {
  readonly title: string;
  readonly telemetry: readonly DeclaredTelemetry[];
}

/** `docs/telemetry.md` as it must be: a table per library or service, in the order given. */
export function telemetryPage(sections: readonly TelemetrySection[]): string {
  const parts = sections.map(({ title, telemetry }) =>
    [
      `## ${title}`,
      '',
      '| name | kind | unit | attributes | means |',
      '| --- | --- | --- | --- | --- |',
      ...telemetry.map(row),
    ].join('\n'),
  );
  return `${['# Telemetry', INTRODUCTION, ...parts].join('\n\n')}\n`;
}

const INTRODUCTION =
  'Every metric, span and log event of the suite. This page is generated: change the list beside the code that emits.';

function row(declared: DeclaredTelemetry): string {
  const kind = declared.kind === 'log event' ? `log event (${declared.level})` : declared.kind;
  const unit = 'unit' in declared ? `\`${declared.unit}\`` : '';
  const attributes = (declared.attributes ?? []).map((name) => `\`${name}\``).join(', ');
  const cells = [`\`${declared.name}\``, kind, unit, attributes, declared.means];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
