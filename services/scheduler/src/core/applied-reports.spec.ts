import { describe, expect, it } from '@jest/globals';
import { afterReport, isReportApplied, NO_REPORTS } from './applied-reports.ts';

const main = (position: number) => ({ name: `main 0 ${position}`, position, outOfOrder: false });
const retry = (position: number) => ({ name: `retry 0 ${position}`, position, outOfOrder: true });

describe('applied reports', () => {
  it('are all up to the last one', () => {
    const applied = afterReport(NO_REPORTS, main(5));
    const places = [main(4), main(5), main(6), retry(5)];
    expect(places.map((place) => isReportApplied(applied, place))).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('out of order are known by their names, the last ones', () => {
    let applied = afterReport(NO_REPORTS, main(5));
    for (let position = 0; position <= 200; position += 1) {
      applied = afterReport(applied, retry(position));
    }
    const places = [retry(0), retry(1), retry(200), main(6)];
    expect(places.map((place) => isReportApplied(applied, place))).toEqual([
      ...[false, true, true, false],
    ]);
  });
});
