import { HeavyHitters } from '@mayfly/readers';
import { put, type Store, type Write } from '@mayfly/store';
import {
  afterReport,
  type AppliedReports,
  isReportApplied,
  NO_REPORTS,
} from '../core/applied-reports.ts';
import { dayOf, hourOf, type VisitReport } from '../core/visit.ts';
import type { CountedReport } from '../core/visit-ports.ts';
import { outsideHostsTable } from './outside-hosts-table.ts';
import { visitDaysTable } from './visit-days-table.ts';
import { visitHostsTable } from './visit-hosts-table.ts';

/** Hosts of no crawl that are counted a bucket: 16 times as many in all, some 20 KB a row. */
const OUTSIDE_HOSTS = 256;
const HOURS = 24;

/** The rows of one bucket that some reports change, as they are worked on. */
export class BucketVisits {
  readonly #bucket: number;
  readonly #hosts: Map<string, AppliedReports>;
  readonly #outside: HeavyHitters;
  #late: AppliedReports;
  readonly #touched = new Set<string>();
  #hasOutside = false;

  private constructor(
    bucket: number,
    hosts: Map<string, AppliedReports>,
    outside: { readonly hosts: HeavyHitters; readonly late: readonly string[] },
  ) {
    this.#bucket = bucket;
    this.#hosts = hosts;
    this.#outside = outside.hosts;
    this.#late = { position: -1, late: outside.late };
  }

  static async read(
    store: Store,
    bucket: number,
    reports: readonly VisitReport[],
  ): Promise<BucketVisits> {
    const names = [...new Set(reports.map(({ host }) => host))];
    const keys = names.map((host) => ({ bucket, host }));
    const [rows, outside] = await Promise.all([
      store.getMany(visitHostsTable, keys),
      store.get(outsideHostsTable, { bucket }),
    ]);
    return new BucketVisits(
      bucket,
      new Map(names.map((host, at) => [host, rows[at] ?? NO_REPORTS])),
      {
        hosts: new HeavyHitters(OUTSIDE_HOSTS, outside?.hosts),
        late: outside?.late ?? [],
      },
    );
  }

  /** A host may have been in no scope when the report came first. */
  isApplied({ host, place }: VisitReport): boolean {
    if (isReportApplied(this.#hosts.get(host) ?? NO_REPORTS, place)) return true;
    const position = this.#outside.find(host)?.position ?? -1;
    return isReportApplied({ position, late: this.#late.late }, place);
  }

  apply({ report: { host, place }, isInside, outside }: CountedReport): void {
    if (isInside) {
      this.#hosts.set(host, afterReport(this.#hosts.get(host) ?? NO_REPORTS, place));
      this.#touched.add(host);
    }
    if (outside === 0) return;
    this.#hasOutside = true;
    this.#outside.add(host, outside, place.outOfOrder ? -1 : place.position);
    if (place.outOfOrder) this.#late = afterReport(this.#late, place);
  }

  /** What changed, but for the counts by hour. */
  writes(heardDay: number): Write[] {
    const bucket = this.#bucket;
    const hosts = [...this.#touched].map((host) => {
      const { position, late } = this.#hosts.get(host)!;
      return put(visitHostsTable, { bucket, host, position, late, heardDay });
    });
    if (!this.#hasOutside) return hosts;
    const outside = { bucket, hosts: this.#outside.all(), late: this.#late.late };
    return [...hosts, put(outsideHostsTable, outside)];
  }
}

/** The rows of hosts and days with the counts of some reports added. */
export async function addHours(
  store: Store,
  bucket: number,
  counted: readonly CountedReport[],
): Promise<Write[]> {
  const added = new Map<string, { host: string; day: number; hours: number[] }>();
  for (const { report, countedMs } of counted) {
    for (const atMs of countedMs) {
      const day = dayOf(atMs);
      const name = `${day} ${report.host}`;
      let row = added.get(name);
      if (row === undefined) {
        row = { host: report.host, day, hours: Array<number>(HOURS).fill(0) };
        added.set(name, row);
      }
      row.hours[hourOf(atMs)]! += 1;
    }
  }
  const rows = [...added.values()];
  const there = await store.getMany(
    visitDaysTable,
    rows.map(({ host, day }) => ({ bucket, host, day })),
  );
  return rows.map(({ host, day, hours }, at) => {
    const before = there[at]?.hours ?? [];
    const sums = hours.map((count, hour) => count + (before[hour] ?? 0));
    return put(visitDaysTable, { bucket, host, day, hours: sums });
  });
}
