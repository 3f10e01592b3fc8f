import { describe, expect, it } from '@jest/globals';
import { type GetQualityResponse, QualityBasis } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import { shownQuality } from './quality.ts';

const quality = (over: Partial<GetQualityResponse> = {}): GetQualityResponse => ({
  ...{ crawl: 'news', startTime: undefined, endTime: undefined, quality: 0.5, counted: 0.25 },
  ...{ estimated: 0.5, possible: 1, capturedShare: 0.5, pages: 3, foundPages: 4 },
  ...{ followedShare: 1, basis: QualityBasis.QUALITY_BASIS_ESTIMATED, sources: [] },
  ...{ discovery: undefined, crawling: undefined },
  ...over,
});

describe('shownQuality', () => {
  it('tells what crawling brought, and how that is known', () => {
    expect(shownQuality(quality())).toMatch(/quality +0\.5 visits\/s \(an estimate/);
  });

  it('estimates nothing of a time in which no page was stored', () => {
    const text = shownQuality(quality({ quality: 0, pages: 0 }));
    expect(text).toMatch(/quality +no page was stored in this time/);
    expect(text).not.toContain('an estimate');
  });

  it('tells how many pages the delays rest on', () => {
    const delays = { count: 2, p50: durationOf(1_000), p90: undefined, p99: undefined };
    const one = { ...{ url: 'http://a.test/', pages: 3 }, discovery: delays, crawling: undefined };
    const text = shownQuality(quality({ discovery: delays, crawling: delays, sources: [one] }));
    expect(text).toMatch(/seen +half within 1 s .*\(of 2 pages\)$/m);
    expect(text).toMatch(/^3 +1 s +- +- +2 +- +- +- +0 +http:\/\/a\.test\/$/m);
  });

  it('says of what time the delays of sources are, whatever the window is', () => {
    const one = {
      ...{ url: 'http://a.test/', pages: 3 },
      discovery: undefined,
      crawling: undefined,
    };
    const text = shownQuality(quality({ pages: 0, sources: [one] }));
    expect(text).toMatch(/^sources, of the last one to two weeks:\npages /m);
  });

  it('says that nothing is measured of a source that was asked for', () => {
    expect(shownQuality(quality(), 'http://a.test/')).toContain(
      'nothing is measured of http://a.test/',
    );
    expect(shownQuality(quality())).not.toContain('nothing is measured of');
  });
});
