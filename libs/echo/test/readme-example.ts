import { openPolicy, pricePlan, rateColumns } from '@mayfly/echo';

export async function example() {
  const rates = rateColumns([
    { lambda: 0.001, profit: 5, decay: 1e-5 },
    { lambda: 0.1, profit: 0.01, decay: 1e-5 },
  ]);
  const plan = pricePlan(rates, 0.002);

  const policy = openPolicy('mayfly', { rate: 0.05, start: 0, random: () => 0.5 });
  policy.addSources([{ source: 0, host: 0 }], 0);
  const first = policy.next(20);
  policy.crawledSource({ source: 0, at: 20, links: [[0, 15]], listed: 30, overflow: false });
  const second = policy.next(40);
  policy.crawledPage({ page: 0, at: 40, published: 15 });
  policy.visited({ visits: [[0, 1_000]], from: 0, to: 3_600 });
  return {
    refused: plan.intervals.filter((interval) => interval === Infinity).length,
    first,
    second,
    visits: policy.viewPage(0, 3_600).clicks,
  };
}
