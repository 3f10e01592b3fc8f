import { readerBytes } from '@mayfly/readers';
import { put, remove, type Write } from '@mayfly/store';
import type { HostKey } from '@mayfly/url';
import type { Candidate } from '../core/ports.ts';
import { dayOf, hourMs, type VisitReport } from '../core/visit.ts';
import type {
  CountedReport,
  HourCount,
  MarksKey,
  OutsideHost,
  VisitBook,
} from '../core/visit-ports.ts';
import { addHours, BucketVisits } from './bucket-visits.ts';
import { BUCKETS, bucketOfHost } from './buckets.ts';
import { candidateKey, candidatesTable, putCandidate } from './candidates-table.ts';
import type { CrawlRows } from './crawl-rows.ts';
import { MOST_WRITES } from './fenced-store.ts';
import { outsideHostsTable } from './outside-hosts-table.ts';
import { readerMarksTable } from './reader-marks-table.ts';
import { visitDaysTable } from './visit-days-table.ts';
import { visitHostsTable } from './visit-hosts-table.ts';

const PAGE_ROWS = 1_000;
/** That one write takes, with the rows of the crawl and of the loops. */
const MOST_CANDIDATES = MOST_WRITES - 100;

/** Counts of visits. What follows of reports is one write a bucket, with what makes a repeat of them change nothing. */
export class StoredVisits implements VisitBook {
  readonly #rows: CrawlRows;

  constructor(rows: CrawlRows) {
    this.#rows = rows;
  }

  async areApplied(reports: readonly VisitReport[]): Promise<boolean[]> {
    const { store } = this.#rows.fenced;
    const done = new Set<VisitReport>();
    for (const [bucket, own] of Map.groupBy(reports, ({ host }) => bucketOfHost(host))) {
      const visits = await BucketVisits.read(store, bucket, own);
      for (const report of own) if (visits.isApplied(report)) done.add(report);
    }
    return reports.map((report) => done.has(report));
  }

  async apply(counted: readonly CountedReport[], nowMs: number): Promise<readonly MarksKey[]> {
    const buckets = Map.groupBy(counted, ({ report }) => bucketOfHost(report.host));
    const keys = await Promise.all(
      [...buckets].map(([bucket, own]) => this.#apply(bucket, own, dayOf(nowMs))),
    );
    return keys.flat();
  }

  async discovered(crawl: string, candidates: readonly Candidate[]): Promise<void> {
    for (let at = 0; at < candidates.length; at += MOST_CANDIDATES) {
      await this.#discovered(crawl, candidates.slice(at, at + MOST_CANDIDATES));
    }
  }

  async hours(host: HostKey): Promise<readonly HourCount[]> {
    const prefix = [bucketOfHost(host), host];
    const hours: HourCount[] = [];
    const selection = { prefix, limit: PAGE_ROWS };
    for await (const rows of this.#rows.fenced.store.scan(visitDaysTable, selection)) {
      for (const row of rows) {
        row.hours.forEach((visits, hour) => {
          if (visits > 0) hours.push({ startMs: hourMs(row.day, hour), visits });
        });
      }
    }
    return hours;
  }

  async outside(most: number): Promise<readonly OutsideHost[]> {
    const keys = Array.from({ length: BUCKETS }, (_, bucket) => ({ bucket }));
    const rows = await this.#rows.fenced.store.getMany(outsideHostsTable, keys);
    return rows
      .flatMap((row) => row?.hosts ?? [])
      .sort((one, other) => other.count - one.count)
      .slice(0, most)
      .map(({ name, count, over }) => ({ host: name, visits: count, over }));
  }

  async forgetBefore(day: number): Promise<boolean> {
    const { fenced } = this.#rows;
    let isMore = false;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const selection = { prefix: [bucket], to: [day], limit: PAGE_ROWS };
      const count = await fenced.exclusive(bucket, async () => {
        const [hosts, days] = await Promise.all([
          fenced.store.page(visitHostsTable, { index: 'heard', ...selection }),
          fenced.store.page(visitDaysTable, { index: 'day', ...selection }),
        ]);
        const writes = [
          ...hosts.rows.map(({ host }) => remove(visitHostsTable, { bucket, host })),
          ...days.rows.map((row) =>
            remove(visitDaysTable, { bucket, host: row.host, day: row.day }),
          ),
        ];
        await fenced.write(bucket, writes);
        return Math.max(hosts.rows.length, days.rows.length);
      });
      isMore ||= count === PAGE_ROWS;
    }
    return isMore;
  }

  /** A crawl that had nothing left has something again; one that met its limit stays finished. */
  #discovered(crawl: string, candidates: readonly Candidate[]): Promise<void> {
    return this.#rows.change(crawl, async (known) => {
      if (known === undefined || known.deleted) return { answer: undefined };
      const keys = candidates.map(({ url }) => candidateKey(crawl, url));
      const there = await this.#rows.fenced.store.getMany(candidatesTable, keys);
      const fresh = candidates.filter((_, at) => there[at] === undefined);
      const writes = fresh.map((candidate) => putCandidate(crawl, candidate));
      const isWoken = fresh.length > 0 && known.finish?.reason === 'nothing-left';
      return {
        ...{ answer: undefined, writes, own: { candidates: fresh.length } },
        ...(isWoken ? { crawl: { ...known, finish: undefined } } : {}),
      };
    });
  }

  #apply(bucket: number, counted: readonly CountedReport[], today: number): Promise<MarksKey[]> {
    const { fenced } = this.#rows;
    return fenced.exclusive(bucket, async () => {
      const reports = counted.map(({ report }) => report);
      const visits = await BucketVisits.read(fenced.store, bucket, reports);
      const fresh = counted.filter(({ report }) => !visits.isApplied(report));
      for (const each of fresh) visits.apply(each);
      const marks = marksOf(bucket, fresh);
      const hours = await addHours(fenced.store, bucket, fresh);
      await fenced.write(bucket, [...visits.writes(today), ...hours, ...marks.writes]);
      return marks.keys;
    });
  }
}

/** All marks of a day in one row, named after the first report that has any. */
function marksOf(
  bucket: number,
  counted: readonly CountedReport[],
): { readonly keys: MarksKey[]; readonly writes: Write[] } {
  const days = new Map<number, { name: string; marks: string[] }>();
  for (const { report, marks } of counted) {
    for (const [day, some] of marks) {
      const row = days.get(day) ?? { name: report.place.name, marks: [] };
      days.set(day, row);
      row.marks.push(...some);
    }
  }
  const keys = [...days].map(([day, { name }]) => ({ bucket, day, name }));
  const writes = [...days.values()].map(({ marks }, at) =>
    put(readerMarksTable, { ...keys[at]!, marks: readerBytes(marks.join('')) }),
  );
  return { keys, writes };
}
