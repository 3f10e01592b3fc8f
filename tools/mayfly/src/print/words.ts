/** The last part of an enum's name, as a word: OUTCOME_SERVER_ERROR is `server error`. */
export function wordOf(
  names: Readonly<Record<string, number>>,
  value: number | undefined,
  prefix: string,
): string {
  const name = Object.keys(names).find((each) => names[each] === value);
  if (name === undefined) return 'unknown';
  return name.slice(prefix.length).toLowerCase().replaceAll('_', ' ');
}

/** A length of time in the largest unit that fits: `850 ms`, `12.3 s`, `4 min`. */
export function shownMs(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** A size in the largest unit that fits. */
export function shownBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Rows with their columns one under another. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A time to come, with how far away it is. */
export function shownUntil(time: Date, nowMs: number): string {
  const leftMs = time.getTime() - nowMs;
  return leftMs > 0 ? `${time.toISOString()} (in ${shownMs(leftMs)})` : time.toISOString();
}

/** What others wrote may hold what would move the cursor of a terminal: every control character is shown as a space. */
export function shownWords(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
