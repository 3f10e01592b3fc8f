import type { Clock } from '@mayfly/clock';
import {
  type Delays,
  type GetQualityRequest,
  type GetQualityResponse,
  QualityBasis,
  type SourceDelays as SourceDelaysMessage,
} from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type { Url } from '@mayfly/url';
import type { CrawlBook } from '../core/ports.ts';
import { DelaySketch } from '../core/quality/delay-sketch.ts';
import type { Quality } from '../core/quality/quality.ts';
import type { QualityBook, SourceDelays } from '../core/quality/quality-ports.ts';
import { qualityIn, WEEK_MS, type WindowQuality } from '../core/quality/quality-window.ts';
import { checkAskedUrl, checkDuration, checkMostSources, invalid } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';

interface Deps {
  readonly crawls: CrawlBook;
  readonly quality: Quality;
  readonly qualityBook: QualityBook;
  readonly clock: Clock;
}

const HOUR_MS = 3_600_000;
const FOUR_WEEKS_MS = 28 * 86_400_000;

const BASES: Readonly<Record<WindowQuality['basis'], QualityBasis>> = {
  estimated: QualityBasis.QUALITY_BASIS_ESTIMATED,
  mixed: QualityBasis.QUALITY_BASIS_MIXED,
  counted: QualityBasis.QUALITY_BASIS_COUNTED,
};

export const getQuality =
  (deps: Deps) =>
  async (request: GetQualityRequest): Promise<GetQualityResponse> => {
    const nowMs = deps.clock.nowMs();
    const most = checkMostSources(request.mostSources);
    const endMs = checkEnd(request.time, nowMs);
    const lengthMs =
      request.window === undefined
        ? WEEK_MS
        : checkDuration('window', request.window, { leastMs: HOUR_MS, mostMs: FOUR_WEEKS_MS });
    const source = request.source === '' ? undefined : checkAskedUrl('source', request.source);
    const { name } = findCrawl(deps.crawls, 'crawl', request.crawl);
    const days = deps.quality.crawl(name)?.days() ?? [];
    const sources = await sourcesOf(deps, name, source ?? most);
    return {
      crawl: name,
      ...windowMessage(qualityIn(days, { endMs, lengthMs, nowMs })),
      sources: sources.map(sourceMessage),
    };
  };

function checkEnd(time: Date | undefined, nowMs: number): number {
  const endMs = time?.getTime() ?? nowMs;
  if (endMs >= nowMs - FOUR_WEEKS_MS && endMs <= nowMs) return endMs;
  throw invalid('time', 'must be a time of the last 28 days');
}

/** What is kept, and what is not saved yet. */
async function sourcesOf(
  { quality, qualityBook }: Deps,
  crawl: string,
  which: Url | number,
): Promise<SourceDelays[]> {
  const unsaved = (url: Url) => quality.crawl(crawl)?.unsaved(url);
  if (typeof which === 'number') {
    const kept = await qualityBook.sources(crawl, which);
    return kept.map((each) => sumOf(each, unsaved(each.source)));
  }
  const kept = await qualityBook.source(crawl, which);
  const fresh = unsaved(which);
  return kept === undefined ? (fresh === undefined ? [] : [fresh]) : [sumOf(kept, fresh)];
}

function sumOf(one: SourceDelays, other: SourceDelays | undefined): SourceDelays {
  if (other === undefined) return one;
  const { source, pages } = one;
  return {
    ...{ source, pages: pages + other.pages },
    discovery: [...one.discovery, ...other.discovery],
    crawling: [...one.crawling, ...other.crawling],
  };
}

function windowMessage(found: WindowQuality) {
  const { startMs, endMs, quality, counted, estimated, possible, pages, foundPages } = found;
  return {
    ...{ startTime: new Date(startMs), endTime: new Date(endMs), basis: BASES[found.basis] },
    ...{ quality, counted, estimated, possible, pages, foundPages },
    capturedShare: possible === 0 ? undefined : estimated / possible,
    followedShare: found.followedShare,
    discovery: delaysMessage(found.discovery),
    crawling: delaysMessage(found.crawling),
  };
}

function sourceMessage({ source, pages, discovery, crawling }: SourceDelays): SourceDelaysMessage {
  return {
    ...{ url: source, pages },
    discovery: delaysMessage(DelaySketch.from(discovery)),
    crawling: delaysMessage(DelaySketch.from(crawling)),
  };
}

function delaysMessage(sketch: DelaySketch): Delays {
  const at = (share: number) => {
    const ms = sketch.quantileMs(share);
    return ms === undefined ? undefined : durationOf(ms);
  };
  return { count: sketch.count, p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}
