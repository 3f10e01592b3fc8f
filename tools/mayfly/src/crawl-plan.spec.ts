import { describe, expect, it } from '@jest/globals';
import { durationOf } from '@mayfly/grpc';
import { readCrawlOptions } from './crawl-options.ts';
import { demoPlan, givenPlan } from './crawl-plan.ts';

const given = (...args: string[]) => givenPlan(readCrawlOptions(['http://a.test/', ...args]));
const demo = (...args: string[]) => demoPlan(readCrawlOptions(args), ['a.test']);

describe('plans of crawls', () => {
  it('fetch nothing of a site twice unless somebody wants it visited again', () => {
    expect(given().settings.revisitInterval).toBeUndefined();
    expect(given('--revisit', '5m').settings.revisitInterval).toEqual(durationOf(300_000));
  });

  it('visit the demo world again, but for a frozen one', () => {
    expect(demo().settings.revisitInterval).toEqual(durationOf(20_000));
    expect(demo('--frozen').settings.revisitInterval).toBeUndefined();
    expect(demo('--revisit', '1m').settings.revisitInterval).toEqual(durationOf(60_000));
  });
});
