import { describeConfig } from './examine-config.ts';
import { loadProcessSettings } from './process-settings.ts';
import type { Setting } from './setting.ts';

/** One service and what `describeConfig` says about it. */
export interface ServiceSettings {
  readonly service: string;
  readonly rows: readonly Setting[];
}

const INTRODUCTION = `# Settings

Every setting is an environment variable. A value that is malformed, or a name with a service's
prefix that the service does not know, stops it at the start with one message that lists every
problem. \`--check-config\` prints what holds and ends.

Times are written as \`250ms\`, \`30s\`, \`5m\`, \`2h\` or \`1d\`; sizes as \`512B\`, \`64KB\`, \`10MB\` or
\`1GB\` (by 1000), \`64KiB\`, \`1MiB\` or \`1GiB\` (by 1024). A secret may instead be in a file that
\`NAME_FILE\` names.
`;

const EVERY_PROCESS = `## Every process

The log and telemetry are set by these names. The other \`OTEL_*\` names of the standard, such as
\`OTEL_TRACES_SAMPLER\` and \`OTEL_RESOURCE_ATTRIBUTES\`, hold as the OpenTelemetry SDK describes them.
`;

/** The whole of `docs/config.md`: what every process has, then a section for each service, in the order given. */
export function configPage(services: readonly ServiceSettings[]): string {
  return [
    INTRODUCTION,
    EVERY_PROCESS,
    table(describeConfig(loadProcessSettings)),
    ...services.map(({ service, rows }) => `## ${service}\n\n${table(rows)}`),
  ].join('\n');
}

function table(rows: readonly Setting[]): string {
  if (rows.length === 0) return 'No settings.\n';
  const cells = [
    ['name', 'what it means', 'allowed', 'default'],
    ...rows.map((row) => [
      `\`${row.name}\``,
      escaped(row.means),
      escaped(row.range),
      defaultText(row),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  );
  const drawn = cells.map((line) => drawLine(line.map((cell, at) => cell.padEnd(widths[at] ?? 0))));
  const [head = '', ...body] = drawn;
  return [head, drawLine(widths.map((width) => '-'.repeat(width))), ...body, ''].join('\n');
}

function drawLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function defaultText({ required, default: text }: Setting): string {
  if (required) return '**required**';
  if (text === undefined) return 'none';
  return text === '' ? 'empty' : `\`${text.replaceAll('|', '\\|')}\``;
}

/** A bar would end the cell, and a line end the table. */
function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
