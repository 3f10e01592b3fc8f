import { describe, expect, it } from '@jest/globals';
import { OutLeases } from './out-leases.ts';
import type { RowId } from './row-id.ts';
import { type Kind, KIND, type LeaseRow } from './rows.ts';

const leaseOf = (attempt: number, kind: Kind = KIND.page) => ({
  row: { attempt, kind, crawl: 'news', id: `id${attempt}` as RowId } as LeaseRow,
  expiresMs: attempt,
  server: undefined,
});

describe('the leases of a host that are out', () => {
  it('are found by their attempts and by their URLs, whatever comes and goes', () => {
    const leases = new OutLeases();
    const attempts = [3, 1, 2, 9, 5];
    for (const attempt of attempts) leases.put(leaseOf(attempt));
    expect(leases.all().map(({ row }) => row.attempt)).toEqual([1, 2, 3, 5, 9]);
    expect([leases.take(5)?.expiresMs, leases.take(5), leases.take(4)]).toEqual([
      5,
      undefined,
      undefined,
    ]);
    leases.put({ ...leaseOf(9), expiresMs: 90 });
    expect([leases.size, leases.get(9)?.expiresMs, leases.get(4)]).toEqual([4, 90, undefined]);
    const ofUrl = (crawl: string) => leases.of({ crawl, id: 'id2' as RowId })?.row.attempt;
    expect([ofUrl('news'), ofUrl('other')]).toEqual([2, undefined]);
    expect(leases.clear().map(({ row }) => row.attempt)).toEqual([1, 2, 3, 9]);
    expect(leases.size).toBe(0);
  });

  it('count those for robots.txt', () => {
    const leases = new OutLeases();
    leases.put(leaseOf(1, KIND.robots));
    leases.put(leaseOf(1, KIND.robots));
    leases.put(leaseOf(2));
    expect(leases.robots).toBe(1);
    leases.take(1);
    expect(leases.robots).toBe(0);
  });
});
