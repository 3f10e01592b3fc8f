/** One measured number; the peer's stands beside it where one ran in the same run. */
export interface Figure {
  readonly bench: string;
  readonly figure: string;
  /** What the number is about, such as the engine. */
  readonly about?: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly unit: string;
  readonly peer?: { readonly name: string; readonly value: number };
}

/** One object a line, for scripts. */
export function figureLine({ bench, figure, about, value, unit, peer }: Figure): string {
  return JSON.stringify({
    bench,
    figure,
    ...about,
    value: rounded(value),
    unit,
    ...(peer === undefined
      ? {}
      : {
          peer: peer.name,
          peerValue: rounded(peer.value),
          ratio: Number((value / peer.value).toFixed(3)),
        }),
  });
}

/** A table for people. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ figure, about, value, unit, peer }) => [
    [...Object.values(about ?? {}), figure.replaceAll('_', ' ')].join(' '),
    `${rounded(value).toLocaleString('en')} ${unit}`,
    peer === undefined ? '' : `${peer.name} ${rounded(peer.value).toLocaleString('en')}`,
    peer === undefined ? '' : `× ${(value / peer.value).toFixed(2)}`,
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('   '),
    )
    .join('\n');
}

function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
