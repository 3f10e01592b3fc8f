import type { Setting } from './setting.ts';

/** What `--help` prints: how a process is run, and every setting with what it means. */
export function helpText(command: string, rows: readonly Setting[]): string {
  return [
    `${command} [--check-config | --help]`,
    '',
    'Runs until SIGTERM or SIGINT.',
    '',
    '  --check-config  prints the settings as they hold, or what is wrong with them, and ends',
    '  --help          prints this',
    '',
    'Settings, from the environment:',
    '',
    ...rows.flatMap((row) => [
      `  ${row.name}  (${defaultText(row)})`,
      `      ${row.means}`,
      `      Allowed: ${row.range}.`,
    ]),
    '',
  ].join('\n');
}

function defaultText({ required, default: text }: Setting): string {
  if (required) return 'required';
  return text === undefined ? 'not set' : `default: ${text === '' ? 'empty' : text}`;
}
