/** One line of a chart. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A chart of lines. */
export interface Chart {
  readonly title: string;
  readonly xName: string;
  readonly yName: string;
  readonly series: readonly Series[];
}

const WIDTH = 860;
const HEIGHT = 430;
const LEFT = 64;
const RIGHT = 170;
const TOP = 40;
const BOTTOM = 52;
const TICKS = 6;
const COLOURS = [
  '#1b6ca8',
  '#d1495b',
  '#2e8b57',
  '#8e5ea2',
  '#e08e0b',
  '#4a4a4a',
  '#00a6a6',
  '#b04a8a',
];

/** Draws a chart as SVG, axes from zero. */
export function lineChart(chart: Chart): string {
  const points = chart.series.flatMap((series) => series.points);
  const xs = scaleOf(
    points.map(([x]) => x),
    { from: LEFT, to: WIDTH - RIGHT },
  );
  const ys = scaleOf(
    points.map(([, y]) => y),
    { from: HEIGHT - BOTTOM, to: TOP },
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(LEFT, TOP - 18, chart.title, 'font-size="14" font-weight="bold"'),
    ...xs.ticks.map((x) => tick({ x1: xs.at(x), x2: xs.at(x), y1: TOP, y2: HEIGHT - BOTTOM })),
    ...xs.ticks.map((x) => text(xs.at(x), HEIGHT - BOTTOM + 18, shown(x), 'text-anchor="middle"')),
    ...ys.ticks.map((y) => tick({ x1: LEFT, x2: WIDTH - RIGHT, y1: ys.at(y), y2: ys.at(y) })),
    ...ys.ticks.map((y) => text(LEFT - 8, ys.at(y) + 4, shown(y), 'text-anchor="end"')),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, chart.xName, 'text-anchor="middle"'),
    text(
      16,
      HEIGHT / 2,
      chart.yName,
      `text-anchor="middle" transform="rotate(-90 16 ${HEIGHT / 2})"`,
    ),
    ...chart.series.flatMap((series, i) => lineOf(series, i, { xs, ys })),
    '</svg>',
    '',
  ].join('\n');
}

interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

function scaleOf(
  values: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Scale {
  const most = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  const step = roundStep(most / TICKS);
  const top = Math.ceil(most / step - 1e-9) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  return { ticks, at: (value) => from + ((to - from) * value) / top };
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((each) => each * power >= least * 0.999) ?? 10);
}

function lineOf(
  { name, points }: Series,
  index: number,
  { xs, ys }: { xs: Scale; ys: Scale },
): string[] {
  const colour = COLOURS[index % COLOURS.length]!;
  const path = points.map(([x, y]) => `${xs.at(x).toFixed(1)},${ys.at(y).toFixed(1)}`).join(' ');
  const y = TOP + 10 + index * 20;
  const x = WIDTH - RIGHT + 16;
  return [
    `<polyline fill="none" stroke="${colour}" stroke-width="1.6" points="${path}"/>`,
    `<line x1="${x}" x2="${x + 20}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3"/>`,
    text(x + 28, y + 4, name),
  ];
}

function tick({ x1, x2, y1, y2 }: Readonly<Record<'x1' | 'x2' | 'y1' | 'y2', number>>): string {
  return `<line x1="${x1.toFixed(1)}" x2="${x2.toFixed(1)}" y1="${y1.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#ddd"/>`;
}

function text(x: number, y: number, words: string, more = ''): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${safe}</text>`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(6)));
}
