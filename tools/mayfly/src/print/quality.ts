import { type Delays, type GetQualityResponse, QualityBasis } from '@mayfly/contracts/scheduler/v1';
import { counted } from './counted.ts';
import { plainSeconds, shownDuration, shownNumber, shownShare } from './figures.ts';
import { shownWords, table, wordOf } from './words.ts';

const BASES: Readonly<Record<number, string>> = {
  [QualityBasis.QUALITY_BASIS_ESTIMATED]: 'an estimate: visits tell a week after a page was stored',
  [QualityBasis.QUALITY_BASIS_MIXED]:
    'counted for pages stored more than a week ago, estimated for the others',
  [QualityBasis.QUALITY_BASIS_COUNTED]: 'exact: counted visits',
};

/** How well a crawl did, for a person; `source` where somebody asked for one. */
export function shownQuality(quality: GetQualityResponse, source = ''): string {
  const { crawl, sources } = quality;
  const parts = [`${crawl}: ${windowWords(quality)}`, table(figures(quality))];
  if (sources.length > 0) {
    const heads = [
      'pages',
      ...['seen after p50', 'p90', 'p99', 'of'],
      ...['recorded after p50', 'p90', 'p99', 'of'],
      'source',
    ];
    const rows = sources.map(({ url, pages, discovery, crawling }) => [
      ...[shownNumber(pages), ...percentiles(discovery), shownNumber(discovery?.count ?? 0)],
      ...[...percentiles(crawling), shownNumber(crawling?.count ?? 0), shownWords(url)],
    ]);
    parts.push('', 'sources, of the last one to two weeks:', table([heads, ...rows]));
  } else if (source !== '') {
    parts.push('', `nothing is measured of ${source}`);
  }
  return `${parts.join('\n')}\n`;
}

function windowWords({ startTime, endTime }: GetQualityResponse): string {
  const shown = (time: Date | undefined) =>
    time?.toISOString().slice(0, 16).replace('T', ' ') ?? '?';
  return `pages stored from ${shown(startTime)} to ${shown(endTime)} UTC`;
}

function figures(quality: GetQualityResponse): string[][] {
  const { pages, foundPages, estimated, possible, capturedShare, followedShare } = quality;
  const share = capturedShare === undefined ? '' : `: ${shownShare(capturedShare)}`;
  return [
    [
      '  quality',
      pages === 0
        ? 'no page was stored in this time'
        : `${shownNumber(quality.quality)} visits/s (${BASES[quality.basis] ?? 'nobody says how'})`,
    ],
    [
      '  captured',
      `${shownNumber(estimated)} of ${shownNumber(possible)} visits/s possible, by estimate${share}`,
    ],
    ['  counted', `${shownNumber(quality.counted)} visits/s so far`],
    ['  pages', `${shownNumber(pages)} stored, ${shownNumber(foundPages)} found`],
    ['  seen', delayWords(quality.discovery)],
    ['  recorded', delayWords(quality.crawling)],
    ...(followedShare < 1
      ? [['  followed', `visits of ${shownShare(followedShare)} of the pages stand for all`]]
      : []),
  ];
}

function percentiles(delays: Delays | undefined): string[] {
  return [delays?.p50, delays?.p90, delays?.p99].map(shownDuration);
}

function delayWords(delays: Delays | undefined): string {
  if (delays === undefined || delays.count === 0) return 'nothing measured yet';
  const [p50, p90, p99] = percentiles(delays);
  return `half within ${p50} of their publication, 90 % within ${p90}, 99 % within ${p99} (of ${counted(delays.count, 'page')})`;
}

/** The same for scripts: lengths in seconds. */
export function plainQuality({
  basis,
  discovery,
  crawling,
  sources,
  ...rest
}: GetQualityResponse): object {
  return {
    ...rest,
    basis: wordOf(QualityBasis, basis, 'QUALITY_BASIS_'),
    discovery: plainDelays(discovery),
    crawling: plainDelays(crawling),
    sources: sources.map((source) => ({
      ...{ url: source.url, pages: source.pages },
      discovery: plainDelays(source.discovery),
      crawling: plainDelays(source.crawling),
    })),
  };
}

function plainDelays(delays: Delays | undefined): object {
  const { count = 0, p50, p90, p99 } = delays ?? {};
  const seconds = {
    p50Seconds: plainSeconds(p50),
    p90Seconds: plainSeconds(p90),
    p99Seconds: plainSeconds(p99),
  };
  return { count, ...seconds };
}
