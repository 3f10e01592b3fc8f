import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { birthOf } from './birth.ts';
import { changeRate, changeRateOfRegular, NO_CHANGES, sawChange } from './change-rate.ts';
import { Dispersion } from './dispersion.ts';
import { checkedHint, hintTrust, timeOfPings, UNPROVEN } from './hint-trust.ts';
import { LASTING_DAYS, lifeOf } from './lasting.ts';
import { fitLeastSquares } from './least-squares.ts';
import { Rhythm } from './rhythm.ts';
import { Turnover } from './turnover.ts';

describe('the birth of a page', () => {
  const around = { lastWithout: 100, firstWith: 200, known: 0 };

  it('is its date where that lies between the crawls around it', () => {
    expect(birthOf(150, around)).toEqual({ at: 150, by: 'date' });
    expect(birthOf(100, around).by).toBe('date');
  });

  it.each([99, 201, NaN, Infinity, null, undefined])(
    'is the middle where the date is %s',
    (date) => {
      expect(birthOf(date, around)).toEqual({ at: 150, by: 'middle' });
    },
  );

  it('is any earlier date at the first crawl of a source', () => {
    const first = { lastWithout: undefined, firstWith: 200, known: 100 };
    expect(birthOf(-1e6, first)).toEqual({ at: -1e6, by: 'date' });
    expect(birthOf(201, first).by).toBe('middle');
    expect(birthOf(undefined, first).at).toBeLessThan(200);
  });
});

describe('least squares', () => {
  it('finds profit and decay of a curve, also where most pages are young', () => {
    const [profit, decay, binSeconds] = [4, 1 / 40_000, 1_200];
    const visits: number[] = [];
    const pages: number[] = [];
    for (let i = 0; i < 100; i += 1) {
      const alive = 1_000 - 10 * i;
      const [from, to] = [i * binSeconds, (i + 1) * binSeconds];
      pages.push(alive);
      visits.push(alive * profit * (Math.exp(-decay * from) - Math.exp(-decay * to)));
    }
    const fit = fitLeastSquares({ binSeconds, visits, pages })!;
    expect(fit.profit).toBeCloseTo(4, 3);
    expect(fit.decay * 40_000).toBeCloseTo(1, 3);
    // Divided by all pages, young ones look forgotten.
    const wrong = fitLeastSquares({ binSeconds, visits, pages: pages.map(() => 1_000) })!;
    expect(wrong.profit).toBeLessThan(3.6);
    expect(wrong.decay).toBeGreaterThan(fit.decay * 1.2);
  });

  it('has no answer without visits', () => {
    expect(fitLeastSquares({ binSeconds: 60, visits: [0, 0], pages: [1, 1] })).toBeUndefined();
    expect(fitLeastSquares({ binSeconds: 60, visits: [], pages: [] })).toBeUndefined();
  });
});

describe('the rate of changes', () => {
  it('is found from visits at any distance that see one bit each', () => {
    const random = seededRandom(1);
    const rate = 1 / 20_000;
    let record = NO_CHANGES;
    for (let i = 0; i < 2_000; i += 1) {
      const seconds = 60 * 2 ** Math.round(4 + 6 * random());
      record = sawChange(record, seconds, random() < -Math.expm1(-rate * seconds));
    }
    expect(changeRate(record, 86_400) / rate).toBeGreaterThan(0.6);
    expect(changeRate(record, 86_400) / rate).toBeLessThan(1.6);
  });

  it('exists whatever was seen', () => {
    expect(changeRate(NO_CHANGES, 86_400)).toBeCloseTo(Math.LN2 / 86_400, 8);
    let always = NO_CHANGES;
    let never = NO_CHANGES;
    for (let i = 0; i < 50; i += 1) {
      always = sawChange(always, 3_600, true);
      never = sawChange(never, 3_600, false);
    }
    expect(changeRate(always, 3_600)).toBeGreaterThan(1 / 3_600);
    expect(changeRate(never, 3_600)).toBeLessThan(1 / 36_000);
  });

  it('at one distance is corrected for changes that hide each other', () => {
    expect(changeRateOfRegular(100, 63, 1)).toBeCloseTo(0.985, 2);
    expect(changeRateOfRegular(100, 100, 1)).toBeGreaterThan(5);
    expect(changeRateOfRegular(100, 0, 1)).toBe(0);
  });
});

describe('ephemeral or lasting', () => {
  const days = Array.from({ length: LASTING_DAYS }, (_, day) => day);
  const pages = days.map(() => 10);

  it('is told by the shape of visits', () => {
    expect(
      lifeOf(
        days.map((day) => 500 * Math.exp(-day / 1.5)),
        pages,
      ),
    ).toBe('ephemeral');
    expect(
      lifeOf(
        days.map(() => 50),
        pages,
      ),
    ).toBe('lasting');
    expect(
      lifeOf(
        days.map((day) => 50 + 300 * Math.exp(-day)),
        pages,
      ),
    ).toBe('lasting');
  });

  it('does not take young pages for forgotten ones', () => {
    const born = days.map((day) => 28 - 2 * day);
    expect(
      lifeOf(
        born.map((count) => 5 * count),
        born,
      ),
    ).toBe('lasting');
    expect(lifeOf([100, 50, 20], [5, 5, 5])).toBe('unknown');
    expect(
      lifeOf(
        days.map(() => 1),
        pages,
      ),
    ).toBe('unknown');
  });
});

describe('trust in hints', () => {
  it('follows what they prove to be', () => {
    let [honest, liar] = [UNPROVEN, UNPROVEN];
    for (let i = 0; i < 100; i += 1) {
      honest = checkedHint(honest, true);
      liar = checkedHint(liar, false);
    }
    expect(hintTrust(UNPROVEN)).toBe(0.5);
    expect(hintTrust(honest)).toBeGreaterThan(0.95);
    expect(hintTrust(liar)).toBeLessThan(0.05);
    for (let i = 0; i < 100; i += 1) liar = checkedHint(liar, true);
    expect(hintTrust(liar)).toBeGreaterThan(0.8);
  });

  it('makes pings worth waiting time', () => {
    const host = { changeRate: 1e-5, recall: 0.5, falseRate: 1e-5 };
    expect(timeOfPings(0, host)).toBe(0);
    expect(timeOfPings(2, host)).toBeCloseTo((2 * Math.log(1.5)) / 5e-6, 3);
    expect(timeOfPings(1, { ...host, recall: 0 })).toBe(0);
    expect(timeOfPings(1, { ...host, falseRate: 0 })).toBe(Infinity);
  });
});

describe('rhythm', () => {
  const HOUR = 3_600;

  it('is learned by hour and day, and few links say little', () => {
    const rhythm = new Rhythm(0);
    for (let hour = 0; hour < 24 * 28; hour += 1) {
      const busy = hour % 24 >= 8 && hour % 24 < 20;
      rhythm.add(busy ? 20 : 0, { from: hour * HOUR, to: (hour + 1) * HOUR, rate: 10 / HOUR });
    }
    expect(rhythm.factor(12 * HOUR)).toBeGreaterThan(1.7);
    expect(rhythm.factor(2 * HOUR)).toBeLessThan(0.3);
    const young = new Rhythm(0, rhythm);
    expect(young.factor(12 * HOUR)).toBeCloseTo(rhythm.factor(12 * HOUR), 10);
    young.add(5, { from: 2 * HOUR, to: 3 * HOUR, rate: 1 / HOUR });
    expect(young.factor(2 * HOUR)).toBeGreaterThan(rhythm.factor(2 * HOUR));
  });

  it('shares links that came some time in several hours', () => {
    const rhythm = new Rhythm(0);
    for (let day = 0; day < 28; day += 1) {
      rhythm.add(40, { from: (day * 24 + 8) * HOUR, to: (day * 24 + 12) * HOUR, rate: 1 / HOUR });
    }
    expect(rhythm.factor(9 * HOUR)).toBeGreaterThan(2);
    expect(rhythm.factor(20 * HOUR)).toBeLessThan(rhythm.factor(9 * HOUR));
    expect(rhythm.span(0, HOUR)).toBeCloseTo(HOUR * rhythm.factor(0), 6);
  });

  it('survives being saved and loaded', () => {
    const rhythm = new Rhythm(0);
    rhythm.add(7, { from: 5 * HOUR, to: 7 * HOUR, rate: 1 / HOUR });
    expect(Rhythm.load(rhythm.save()).factor(6 * HOUR)).toBe(rhythm.factor(6 * HOUR));
  });
});

describe('how unequal pages are', () => {
  it('is told from their visits', () => {
    const random = seededRandom(2);
    const [equal, unequal] = [new Dispersion(), new Dispersion()];
    for (let i = 0; i < 2_000; i += 1) {
      equal.add(4, Math.round(4 + 2 * (random() + random() + random() - 1.5) * 2));
      unequal.add(4, random() < 0.1 ? 40 : 0);
    }
    expect(equal.shape).toBeGreaterThan(5);
    expect(unequal.shape).toBeLessThan(0.3);
    expect(unequal.factor(2, 0)).toBeLessThan(0.2);
    expect(unequal.factor(2, 5)).toBeGreaterThan(2);
    expect(equal.factor(2, 0)).toBeGreaterThan(0.7);
  });
});

describe('how far back a list reaches', () => {
  it('is the time in which as many links come as it shows', () => {
    const turnover = new Turnover();
    turnover.reserve(1);
    turnover.begin(0);
    expect(turnover.reach(0)).toBe(Infinity);
    const seen = { links: 5, listed: 20, seconds: 1_000, overflow: false };
    expect(turnover.add(0, seen)).toBe(1_000);
    expect(turnover.reach(0)).toBeCloseTo(4_000, 5);
  });

  it('is shorter than the time after which all links are new', () => {
    const turnover = new Turnover();
    turnover.reserve(1);
    turnover.begin(0);
    for (let i = 0; i < 20; i += 1) {
      turnover.add(0, { links: 20, listed: 20, seconds: 10_000, overflow: true });
    }
    expect(turnover.reach(0)).toBeLessThan(7_000);
  });
});
