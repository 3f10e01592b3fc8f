import { describe, expect, it } from '@jest/globals';
import { machineDate } from './machine-date.ts';
import { urlDate } from './url-date.ts';

const read = (text: string) => machineDate(text, () => 'day-first');

describe('machineDate', () => {
  it.each([
    ['2016-05-03', { day: '2016-05-03' }],
    ['20160503', { day: '2016-05-03' }],
    ['20160503T101500', { day: '2016-05-03' }],
    ['2016-05-03T10:15:00', { day: '2016-05-03' }],
    ['2016-05-03T23:15:00-05:00', { day: '2016-05-03', ms: Date.UTC(2016, 4, 4, 4, 15) }],
    ['2016-05-03T10:15:00.250Z', { day: '2016-05-03', ms: Date.UTC(2016, 4, 3, 10, 15, 0, 250) }],
    ['Tue, 03 May 2016 10:15:00 GMT', { day: '2016-05-03', ms: Date.UTC(2016, 4, 3, 10, 15) }],
    ['1462270500', { day: '2016-05-03', ms: Date.UTC(2016, 4, 3, 10, 15) }],
    ['1462270500000', { day: '2016-05-03', ms: Date.UTC(2016, 4, 3, 10, 15) }],
    ['3. Mai 2016', { day: '2016-05-03' }],
    ['2016/05', { day: '2016-05-01' }],
  ])('%s', (text, date) => {
    expect(read(text)).toEqual(date);
  });

  it.each(['', 'yesterday', '0000-00-00', '2016-13-40', '1816-05-03', 'NaN', '12:30'])(
    'not %j',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});

describe('urlDate', () => {
  it.each([
    ['https://a.test/2016/05/03/title', { year: 2016, month: 5, day: 3 }],
    ['https://a.test/2016/may/03/title', { year: 2016, month: 5, day: 3 }],
    ['https://a.test/news/2016-5-3-title', { year: 2016, month: 5, day: 3 }],
    ['https://a.test/20160503/title', { year: 2016, month: 5, day: 3 }],
    ['https://a.test/03-05-2016/title', { year: 2016, month: 5, day: 3 }],
    ['https://a.test/x?date=2016-05-03', { year: 2016, month: 5, day: 3 }],
    ['https://a.test/2016/05/160503-title', { year: 2016, month: 5, day: 3 }],
    ['https://a.test/2016/05/title', { year: 2016, month: 5 }],
    ['https://a.test/2016/title', undefined],
    ['https://a.test/id/20161503', undefined],
    ['https://a.test/1582045946_459487', undefined],
    ['https://2016-05-03.test/', undefined],
    ['no address', undefined],
  ])('%s', (url, date) => {
    expect(urlDate(url)).toEqual(date);
  });
});
