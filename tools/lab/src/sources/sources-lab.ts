import { resolve } from 'node:path';
import { countOption, UsageError } from '@mayfly/command-line';
import type { Asked, Lab, Output } from '../lab.ts';
import { textTable } from '../text-table.ts';
import { makeWeb } from '../web/make-web.ts';
import { SMALL_WEB } from '../web/small-web.ts';
import { PAPER_WEB } from '../web/web-shape.ts';
import { coverOf, coverRow } from './cover-table.ts';
import { writeFigures } from './figures.ts';
import { clusterShapes, type ShapeCluster, tellLives } from './told-life.ts';
import { drawShapes } from './visit-shapes.ts';

const SHARES = [0.5, 0.8, 0.9, 0.95, 0.99, 1];
/** Of the paper: 3,000 sources on 1,600 hosts reach 80 %, 42 % of them main pages; 4 % of pages are not ephemeral. */
const PAPER = { share: 0.8, perHost: 3_000 / 1_600, mainPages: 0.42, lasting: 0.04 } as const;

/** What the paper says of content sources, on a generated web. */
export const SOURCES: Lab = {
  name: 'sources',
  means: 'new pages reached by the best sources, and ephemeral told from lasting by visits',
  help: `  --seed N         the web and the visits (default: 1)
  --small          on a web of a thirtieth of the size
  --svg DIR        writes Figures 1, 3 and 4 there`,
  options: {
    seed: { type: 'string', default: '1' },
    small: { type: 'boolean', default: false },
    svg: { type: 'string' },
  },
  read,
};

function read({ values, names }: Asked): (output: Output) => Promise<number> {
  if (names.length > 0) throw new UsageError(`sources takes no name; ${names.join(' ')} is one`);
  const seed = countOption('seed', values.seed);
  const { svg } = values;
  const folder = typeof svg === 'string' ? resolve(process.env.INIT_CWD ?? '.', svg) : undefined;
  return (output) => run({ seed, small: values.small === true, folder }, output);
}

async function run(
  { seed, small, folder }: { seed: number; small: boolean; folder: string | undefined },
  output: Output,
): Promise<number> {
  output.progress(`drawing web ${seed}`);
  const cover = coverOf(makeWeb(seed, small ? SMALL_WEB : PAPER_WEB));
  const rows = SHARES.map((share) => coverRow(cover, share));
  for (const { share, sources, perHost, mainPages } of rows) {
    const paper = share === PAPER.share ? { paper: PAPER.perHost } : {};
    output.row({ lab: 'sources', figure: 4, share, sources, perHost, mainPages, ...paper });
  }
  output.text(
    textTable(
      [`of ${cover.pages} new pages`, `of ${cover.sources} sources`, 'per host', 'main pages'],
      rows.map(({ share, sources, perHost, mainPages }) => [
        percent(share),
        String(sources),
        perHost.toFixed(2) + beside(share, PAPER.perHost.toFixed(2)),
        percent(mainPages) + beside(share, percent(PAPER.mainPages)),
      ]),
    ),
  );
  const shapes = drawShapes(seed);
  const clusters = clusterShapes(shapes, seed);
  tellShapes(clusters, output);
  const told = tellLives(shapes);
  output.row({ lab: 'sources', figure: 'told', ...told });
  output.text(
    `\n${told.sources} sources told by their pages' visits over 14 days: ${percent(told.right)} right ` +
      `(lasting ${percent(told.lastingFound)}, ephemeral ${percent(told.ephemeralFound)}), ` +
      `too few visits to say ${percent(told.unknown)}`,
  );
  if (folder === undefined) return 0;
  for (const path of await writeFigures(folder, { cover, clusters })) output.text(`wrote ${path}`);
  return 0;
}

function tellShapes(clusters: readonly ShapeCluster[], output: Output): void {
  for (const [i, { centre, share, life }] of clusters.entries()) {
    const days = Array.from(centre, (value) => Number(value.toFixed(3)));
    output.row({ lab: 'sources', figure: 3, cluster: i + 1, share, life, days });
  }
  const lasting = clusters
    .filter(({ life }) => life === 'lasting')
    .reduce((sum, { share }) => sum + share, 0);
  output.row({ lab: 'sources', figure: 'lasting_pages', value: lasting, paper: PAPER.lasting });
  output.text(
    `\n${textTable(
      ['shape of visits (Figure 3)', 'pages', 'day 1', 'day 3', 'day 7', 'day 14'],
      clusters.map(({ centre, share, life }) => [
        life,
        percent(share),
        ...[0, 2, 6, 13].map((day) => centre[day]!.toFixed(2)),
      ]),
    )}\npages of lasting shape [paper: ${percent(PAPER.lasting)}]: ${percent(lasting)}`,
  );
}

function beside(share: number, paper: string): string {
  return share === PAPER.share ? ` [${paper}]` : '';
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
