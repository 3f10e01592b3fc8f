import type { Result } from './suite.ts';

/** The result of one file with its names. */
export interface Row {
  readonly suite: string;
  readonly file: string;
  readonly result: Result;
}

/** One object a line, for scripts. */
export function jsonLine({ suite, file, result: { passed, total, score, more } }: Row): string {
  return JSON.stringify({ suite, file, passed, total, score: rounded(score), ...more });
}

const HEAD = ['file', 'suite', 'passed', 'total', 'score', ''];

/** A table for people. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ suite, file, result: { passed, total, score, more = {} } }) => [
    file,
    suite,
    passed.toLocaleString('en'),
    total.toLocaleString('en'),
    // Cut, not rounded: only what is whole reads 100 %.
    `${(Math.floor(score * 1_000 + 1e-9) / 10).toFixed(1)} %`,
    Object.entries(more)
      .map(([name, value]) => `${words(name)} ${rounded(value).toLocaleString('en')}`)
      .join(', '),
  ]);
  const all = [HEAD, ...cells];
  const widths = HEAD.map((_, at) => Math.max(...all.map((row) => row[at]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) =>
        at >= 2 && at <= 4 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!),
      )
      .join('   ')
      .trimEnd();
  return [
    line(HEAD),
    widths
      .map((width) => '─'.repeat(width))
      .join('   ')
      .trimEnd(),
    ...cells.map(line),
  ].join('\n');
}

function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function rounded(value: number): number {
  return Number(value.toFixed(6));
}
