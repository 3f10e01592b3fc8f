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

  it('says what is going to be done, and how much could be', () => {
    const plan = { ...PLAN, rate: 16.5, sourceRate: 1.8, pageRate: 0.2, price: 0.5 };
    expect(shownPlan(plan, crawl(20), 0)).toMatch(
      /requests +2\/s: 1\.8 for sources, 0\.2 for their new pages; it has made 16\.5\/s lately/,
    );
    const limited = crawl(20);
    const settings = { ...limited.settings!, limits: { requestsPerSecond: 16.5 } };
    expect(shownPlan(plan, { ...limited, settings }, 0)).toContain('(it may make 16.5/s)');
  });

  it('says that requests are to spare', () => {
    const text = shownPlan({ ...PLAN, rate: 9, sourceRate: 1, price: 0 }, crawl(20), 0);
    expect(text).toMatch(/price +none: there are more requests than sources can use/);
    expect(text).toMatch(/one more +request per second would bring nothing more/);
  });

  it('expects nothing of sources that are not visited again', () => {
    const text = shownPlan({ ...PLAN, waitingPages: 7, possibleProfit: 5 }, crawl(), 0);
    expect(text).toMatch(/requests +what was found is fetched; no source is visited again/);
    expect(text).not.toMatch(/expected|price/);
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
