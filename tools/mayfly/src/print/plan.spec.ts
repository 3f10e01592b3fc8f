import { describe, expect, it } from '@jest/globals';
import { Crawl, GetPlanResponse, Source } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import { plainPlan, shownPlan } from './plan.ts';

const SECOND = 1_000;
const NOTHING = new Uint8Array();
const FIGURES = { newLinksPerSecond: 1, profit: 1, decayPerSecond: 1, visits: 1 };
const source = (url: string, seconds: number): Source => ({
  ...{ ...Source.decode(NOTHING), url },
  estimate: { ...FIGURES, interval: durationOf(seconds * SECOND), index: 1, price: 1 },
});
const PLAN: GetPlanResponse = {
  ...{ ...GetPlanResponse.decode(NOTHING), crawl: 'news' },
  sources: [source('http://a.test/', 5), source('http://b.test/', 90)],
};
const crawl = (revisitSeconds?: number): Crawl => ({
  ...Crawl.decode(NOTHING),
  settings: {
    ...{ policy: 1, private: false },
    ...(revisitSeconds !== undefined && { revisitInterval: durationOf(revisitSeconds * SECOND) }),
  },
});

describe('shownPlan', () => {
  it('shows intervals as the crawl lets them be', () => {
    const text = shownPlan(PLAN, crawl(20), 0);
    expect(text).toMatch(/^20 s .*http:\/\/a\.test\/$/m);
    expect(text).toMatch(/^90 s .*http:\/\/b\.test\/$/m);
    expect(text).toMatch(/revisits +every 20 s at most/);
  });

  it('says that a crawl without a revisit interval fetches nothing twice', () => {
    const text = shownPlan(PLAN, crawl(), 0);
    expect(text).toMatch(/^once .*http:\/\/a\.test\/$/m);
    expect(text).toMatch(/revisits +none: nothing is fetched twice/);
  });

  it('says of a visit whose time has come that it is due', () => {
    const due = { ...source('http://a.test/', 5), nextVisitTime: new Date(0) };
    expect(shownPlan({ ...PLAN, sources: [due] }, crawl(20), 24_000)).toMatch(/^20 s +due /m);
  });

  it('tells scripts the interval of the crawl beside those of the policy', () => {
    expect(plainPlan(PLAN, crawl(20))).toMatchObject({
      revisitIntervalSeconds: 20,
      sources: [{ estimate: { intervalSeconds: 5 } }, { estimate: { intervalSeconds: 90 } }],
    });
  });
});
