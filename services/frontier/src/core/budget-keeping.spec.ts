import { describe, expect, it } from '@jest/globals';
import { DeskAtHand } from '../../test/support/desk-at-hand.ts';
import { DesksAtHand } from '../../test/support/desks-at-hand.ts';
import { WAIT } from './explaining.ts';

const SITES = { 'a.test': 1 };

describe('budgets that belong to no crawl', () => {
  it('bound a site for all crawls together, over a restart too', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    expect(await at.desk.budgets.put({ revision: 1, sites: SITES })).toBe(1);
    await at.submit(['http://x.a.test/', 'http://y.a.test/', 'http://b.test/']);
    const first = await at.lease();
    expect(first.map(({ host }) => host).sort()).toEqual(['b.test', 'x.a.test']);
    await at.reopen();
    await at.pass(500);
    expect(await at.lease()).toEqual([]);
    await at.pass(1_000);
    expect((await at.lease()).map(({ host }) => host)).toEqual(['y.a.test']);
  });

  it('are named by explanations', async () => {
    const at = await DeskAtHand.open();
    await at.crawl('news');
    await at.desk.budgets.put({ revision: 1, sites: { 'a.test': 0.1 } });
    await at.submit(['http://x.a.test/', 'http://y.a.test/']);
    await at.lease();
    const [explained] = await at.desk.explaining.explain('news', ['http://y.a.test/' as never]);
    expect(explained?.waits).toContainEqual(
      expect.objectContaining({ kind: WAIT.budget, whose: 'all a.test' }),
    );
  });

  it('never pass the setting, which holds where nothing is set', async () => {
    const at = await DeskAtHand.open();
    const { budget, around } = at.desk.frontier;
    const perSecond = () => 1_000 / budget.intervalMs;
    const most = around.settings.requestsPerSecond;
    expect(perSecond()).toBeCloseTo(most, 5);
    await at.desk.budgets.put({ revision: 1, requestsPerSecond: most / 4, sites: {} });
    expect(perSecond()).toBeCloseTo(most / 4, 5);
    await at.desk.budgets.put({ revision: 2, requestsPerSecond: most * 4, sites: {} });
    expect(perSecond()).toBeCloseTo(most, 5);
    await at.desk.budgets.put({ revision: 3, sites: {} });
    expect(perSecond()).toBeCloseTo(most, 5);
  });

  it('do not go back to a lower revision', async () => {
    const at = await DeskAtHand.open();
    await at.desk.budgets.put({ revision: 7, sites: SITES });
    expect(await at.desk.budgets.put({ revision: 3, sites: {} })).toBe(7);
    expect([...at.desk.frontier.siteRates.all()].map(({ name }) => name)).toEqual(['all:a.test']);
  });

  it('are heard by replicas that nobody told', async () => {
    const at = new DesksAtHand({});
    const [one, other] = [await at.open(), await at.open()];
    await one.desk.budgets.put({ revision: 1, requestsPerSecond: 2, sites: SITES });
    await other.desk.budgets.hear();
    expect(other.desk.frontier.budget.intervalMs).toBe(500);
    expect([...other.desk.frontier.siteRates.all()]).toHaveLength(1);
  });
});
