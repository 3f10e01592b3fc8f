import { describe, expect, it } from '@jest/globals';
import { isoDay } from './calendar-day.ts';
import { textMayHoldDate } from './may-hold-date.ts';
import { tellsOrder, writtenDates } from './written-date.ts';

const days = (text: string, order: 'day-first' | 'month-first' = 'day-first') =>
  writtenDates(text, () => order).map(isoDay);

describe('writtenDates', () => {
  it.each([
    ['Posted on 3rd of May 2016 by Jo', '2016-05-03'],
    ['May 3, 2016', '2016-05-03'],
    ['Sept. 21st, 2011 at 10:04 am', '2011-09-21'],
    ['Tue 3 May 2016', '2016-05-03'],
    ['3-May-2016', '2016-05-03'],
    ['March 4 at 11:20 am, 2014', '2014-03-04'],
    ['Dec 28 Sat 2013', '2013-12-28'],
    ['Sat Dec 28 10:28:00 2013', '2013-12-28'],
    ['12. Januar 2018, 14:07 Uhr', '2018-01-12'],
    ['am 1.3.2017 um 12:00', '2017-03-01'],
    ['5. Jänner 2012', '2012-01-05'],
    ['Do 21. Mrz 2013', '2013-03-21'],
    ['01. 02. 2015', '2015-02-01'],
    ['Le 1er août 2019 à 10h12', '2019-08-01'],
    ['publié le 14 févr. 2020', '2020-02-14'],
    ['7 de septiembre de 2013', '2013-09-07'],
    ['21 dic 2015', '2015-12-21'],
    ['4 maggio 2014', '2014-05-04'],
    ['15 de março de 2018', '2018-03-15'],
    ['9 mei 2012', '2012-05-09'],
    ['30 października 2017', '2017-10-30'],
    ['2 апреля 2019 г.', '2019-04-02'],
    ['15-го января 2019', '2019-01-15'],
    ['17 Ağustos 2016', '2016-08-17'],
    ['17. kolovoza 2016.', '2016-08-17'],
    ['17 listopada 2016', '2016-11-17'],
    ['17. август 2016.', '2016-08-17'],
    ['5. фебруар 2016.', '2016-02-05'],
    ['5. februarja 2016', '2016-02-05'],
    ['2016 m. vasario 5 d.', '2016-02-05'],
    ['5. veebruar 2016', '2016-02-05'],
    ['5 בפברואר 2016', '2016-02-05'],
    ['den 8 augusti 2011', '2011-08-08'],
    ['8. oktober 2011', '2011-10-08'],
    ['11. joulukuuta 2018', '2018-12-11'],
    ['6. července 2015', '2015-07-06'],
    ['2016. május 3.', '2016-05-03'],
    ['23 Agustus 2017', '2017-08-23'],
    ['12 tháng 5, 2019', '2019-05-12'],
    ['2016年5月3日 10:00', '2016-05-03'],
    ['2016년 5월 3일', '2016-05-03'],
    ['2016-05-03 08:00', '2016-05-03'],
    ['2016/5/3', '2016-05-03'],
    ['03.05.16', '2016-05-03'],
    ["3 May '16", '2016-05-03'],
  ])('%s', (text, day) => {
    expect(textMayHoldDate(text)).toBe(true);
    expect(days(text)).toEqual([day]);
  });

  it.each([
    ['version 1.2.3.4'],
    ['30 February 2016'],
    ['31.02.2016'],
    ['in 2016 they were 12'],
    ['13/13/2016'],
    ['0 May 2016'],
    ['12 Uhr 2016'],
    ['192.168.10.12'],
    ['May 3, 1816'],
    ['call 555-12-20161'],
    [''],
  ])('none in %j', (text) => {
    expect(days(text)).toEqual([]);
  });

  it('reads figures in the order given, unless only the other is possible or dots are between', () => {
    expect(days('03/04/2020', 'day-first')).toEqual(['2020-04-03']);
    expect(days('03/04/2020', 'month-first')).toEqual(['2020-03-04']);
    expect(days('25/04/2020', 'month-first')).toEqual(['2020-04-25']);
    expect(days('04/25/2020', 'day-first')).toEqual(['2020-04-25']);
    expect(days('03.04.2020', 'month-first')).toEqual(['2020-04-03']);
  });

  it('finds all of them, in their order and once each', () => {
    expect(days('From 1 May 2016 to 2016-05-03, not 4.5.2016.')).toEqual([
      '2016-05-01',
      '2016-05-03',
      '2016-05-04',
    ]);
  });

  it('is done soon with whatever is written', () => {
    for (const hostile of [
      '1'.repeat(100_000),
      '1 a'.repeat(50_000),
      'May '.repeat(50_000),
      '1.'.repeat(50_000),
    ]) {
      expect(days(hostile).length).toBeLessThan(hostile.length);
      expect(typeof textMayHoldDate(hostile)).toBe('boolean');
    }
  });
});

describe('tellsOrder', () => {
  it.each([
    ['03/04/2020', undefined],
    ['from 03/04/2020 to 03/25/2020', 'month-first'],
    ['25/03/2020', 'day-first'],
    ['25.03.2020', undefined],
    ['2020-03-25', undefined],
  ])('of %s is %s', (text, order) => {
    expect(tellsOrder(text)).toBe(order);
  });
});
