import { describe, expect, it } from '@jest/globals';
import { normaliseTyped } from './normalise-typed.ts';

describe('normaliseTyped', () => {
  it.each([
    ['example.org/a', 'http://example.org/a'],
    ['Example.org', 'http://example.org/'],
    ['bücher.example/x?b&a', 'http://xn--bcher-kva.example/x?a&b'],
    ['localhost:8080/a', 'http://localhost:8080/a'],
    ['example.org:81', 'http://example.org:81/'],
    [' https://example.org./ ', 'https://example.org/'],
    ['http://me:secret@example.org//a', 'http://me:secret@example.org/a'],
    ['ftp://example.org//a/../b#c', 'ftp://example.org/b'],
    ['file:/a//./b', 'file:/a/b'],
    ['file:///a/b', 'file:///a/b'],
    ['mailto:me@example.org', 'mailto:me@example.org'],
  ])('of %s is %s', (text, expected) => {
    expect(normaliseTyped(text)).toBe(expected);
  });

  it.each(['', '/a', '?a', 'a b', 'word', 'http://', 'http://a b/', '.example'])(
    'finds nothing in %j',
    (text) => {
      expect(normaliseTyped(text)).toBeUndefined();
    },
  );
});
