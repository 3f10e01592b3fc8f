import { describe, expect, it } from '@jest/globals';
import { crawlRow, DeskAtHand } from '../../test/support/desk-at-hand.ts';

const ORDER = { crawl: 'news', group: 'g', priority: 7 };

async function withGroup(): Promise<DeskAtHand> {
  const at = await DeskAtHand.open();
  await at.crawl('news');
  await at.submit(['http://a.test/1', 'http://b.test/2'], { group: 'g' });
  return at;
}

describe('an order for a group', () => {
  it('gives all that wait its priority, once', async () => {
    const at = await withGroup();
    expect(await at.desk.pricing.price([ORDER])).toEqual([{ changed: 2, complete: true }]);
    expect(await at.desk.pricing.price([ORDER])).toEqual([{ changed: 0, complete: true }]);
  });

  it('changes nothing of a crawl that is deleted and not forgotten yet', async () => {
    const at = await withGroup();
    const pricing = at.desk.pricing.price([ORDER]);
    await at.desk.crawls.put([{ ...crawlRow('news', {}, 2), deleted: true }]);
    expect(await pricing).toEqual([{ changed: 0, complete: true }]);
    expect(await at.desk.pricing.price([ORDER])).toEqual([{ changed: 0, complete: true }]);
  });
});
