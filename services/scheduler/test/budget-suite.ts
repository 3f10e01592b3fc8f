import { describe, expect, it } from '@jest/globals';
import { type Budget, BudgetKind } from '@mayfly/contracts/scheduler/v1';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { Harness } from './harness.ts';

const A = 'https://a.test/';
const { BUDGET_KIND_ALL, BUDGET_KIND_CRAWL, BUDGET_KIND_SITE } = BudgetKind;

const ofAll = (requestsPerSecond?: number): Budget => ({
  ...{ kind: BUDGET_KIND_ALL, name: '', requestsPerSecond, handedOver: false },
});
const ofCrawl = (name: string, requestsPerSecond?: number): Budget => ({
  ...{ kind: BUDGET_KIND_CRAWL, name, requestsPerSecond, handedOver: false },
});
const ofSite = (name: string, requestsPerSecond?: number): Budget => ({
  ...{ kind: BUDGET_KIND_SITE, name, requestsPerSecond, handedOver: false },
});

export function budgetSuite(kind: EngineKind): void {
  const budgets = async ({ client }: Harness) =>
    (await client.getBudget({ pageToken: '' })).budgets;
  const handedOver = (harness: Harness) =>
    eventually(async () => (await budgets(harness)).every((budget) => budget.handedOver), {
      what: 'the frontier to know',
    });

  describe(`budgets (${kind})`, () => {
    it('are those of the settings before anybody sets any', async () => {
      await using harness = await Harness.open(kind);
      expect(await budgets(harness)).toEqual([
        { ...ofAll(), requestsPerSecond: undefined, handedOver: true },
      ]);
      expect(harness.frontier.budgets).toBeUndefined();
    });

    it('reach the frontier, each where it belongs', async () => {
      await using harness = await Harness.open(kind, { frontiers: 2 });
      harness.pages({ [A]: {} });
      await harness.create('news', [A], { limits: { maxPages: 7 } });
      const { budgets: set } = await harness.client.setBudget({
        budgets: [ofSite('a.test', 2), ofCrawl('news', 3), ofAll(40)],
      });
      expect(set.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([2, 3, 40]);
      await handedOver(harness);
      expect(harness.frontier.budgets).toMatchObject({
        ...{ requestsPerSecond: 40, sites: [{ site: 'a.test', requestsPerSecond: 2 }] },
      });
      expect(harness.frontier.crawls.get('news')?.settings.limits).toMatchObject({
        ...{ requestsPerSecond: 3, maxPages: 7 },
      });
      expect((await budgets(harness)).map(({ name }) => name)).toEqual(['', 'news', 'a.test']);
    });

    it('are taken away by one without a number, and a repeat changes nothing', async () => {
      await using harness = await Harness.open(kind);
      await harness.client.setBudget({ budgets: [ofSite('a.test', 2), ofAll(40)] });
      await handedOver(harness);
      const { revision } = harness.frontier.budgets!;
      await harness.client.setBudget({ budgets: [ofSite('a.test', 2)] });
      await harness.client.setBudget({ budgets: [ofSite('a.test'), ofAll()] });
      await handedOver(harness);
      expect(harness.frontier.budgets).toMatchObject({ revision: revision + 1, sites: [] });
      expect(harness.frontier.budgets?.requestsPerSecond).toBeUndefined();
      expect(await budgets(harness)).toHaveLength(1);
    });

    it('wait for a frontier that is away, over a restart too, and say so', async () => {
      await using harness = await Harness.open(kind);
      harness.frontier.isAway = true;
      const { budgets: set } = await harness.client.setBudget({ budgets: [ofAll(5)] });
      expect(set).toMatchObject([{ requestsPerSecond: 5, handedOver: false }]);
      await harness.restart();
      expect(await budgets(harness)).toMatchObject([{ requestsPerSecond: 5, handedOver: false }]);
      harness.frontier.isAway = false;
      await handedOver(harness);
      expect(harness.frontier.budgets?.requestsPerSecond).toBe(5);
    });

    it('pass a frontier that is ahead', async () => {
      await using harness = await Harness.open(kind);
      harness.frontier.budgets = { revision: 50, requestsPerSecond: 1, sites: [] };
      await harness.client.setBudget({ budgets: [ofAll(5)] });
      await handedOver(harness);
      expect(harness.frontier.budgets).toMatchObject({ revision: 51, requestsPerSecond: 5 });
    });

    it('come in pages', async () => {
      await using harness = await Harness.open(kind);
      const names = Array.from({ length: 7 }, (_, at) => `a${at}.test`);
      await harness.client.setBudget({ budgets: names.map((name) => ofSite(name, 1)) });
      const seen: string[] = [];
      let pageToken = '';
      do {
        const page = await harness.client.getBudget({ pageSize: 3, pageToken });
        seen.push(...page.budgets.map(({ name }) => name));
        pageToken = page.nextPageToken;
      } while (pageToken !== '');
      expect(seen).toEqual(['', ...names]);
    });
  });
}
