import { describe, expect, it } from '@jest/globals';
import { isDateline, isSaidAround, leadsOn } from './line-words.ts';

describe('a line that is said around an article', () => {
  it.each([
    ['a sign', 'Advertisement'],
    ['a sign with more to it', 'ADVERTISEMENT - CONTINUE READING BELOW'],
    ['a copyright', '© 2019 The River Post'],
    ['who took a picture', 'Photo: Jo Fisher'],
    ['a caption with who took it', 'Mayflies above the river at dusk. Photo by: Jo Fisher'],
    ['a caption of an agency', 'A mayfly on a reed (Getty Images)'],
  ])('is %s', (_, line) => {
    expect(isSaidAround(line, false)).toBe(true);
  });

  it.each(['Sign up for our newsletter', 'Follow us on the river', 'Folgen Sie uns am Fluss'])(
    'asks for something behind a link (%s)',
    (line) => {
      expect([isSaidAround(line, true), isSaidAround(line, false)]).toEqual([true, false]);
    },
  );

  it.each([
    'Advertisements for boats were seen all along the river that summer.',
    'The photo shows a mayfly.',
    'Share prices of makers of nets fell.',
    'She signed up for the water.',
  ])('is no sentence of it (%s)', (line) => {
    expect(isSaidAround(line, true)).toBe(false);
  });

  it('leads to another page in many languages', () => {
    const lines = [
      'Read more: a day',
      'Les også: En dag',
      'Читайте также: день',
      'Readers ask why',
    ];
    expect(lines.map(leadsOn)).toEqual([true, true, true, false]);
  });
});

describe('a line that says when something was written', () => {
  it.each(['By Jo Fisher, 3 May 2016', 'Stand: 24.04.2024 22:58 Uhr', 'Politics / May 3, 2016'])(
    'has a day or a time and is no sentence (%s)',
    (line) => {
      expect(isDateline(line)).toBe(true);
    },
  );

  it.each(['They were first seen on 3 May 2016.', 'From 1968 until today', 'Mayflies'])(
    'is not one like %s',
    (line) => {
      expect(isDateline(line)).toBe(false);
    },
  );
});
