import { describe, expect, it } from '@jest/globals';
import { joinLinks, linksOfHeader } from './link-header.ts';

const DOCUMENT = 'https://a.test/dir/file.pdf';
const links = (header: string) =>
  linksOfHeader(header, DOCUMENT).map(({ url, kind, language }) =>
    [kind, url, language].join(' ').trim(),
  );

describe('links of a header', () => {
  it.each<[string, string[]]>([
    ['<page.html>; rel="canonical"', ['canonical https://a.test/dir/page.html']],
    ['</x>;rel=canonical', ['canonical https://a.test/x']],
    ['<//b.test/>; REL=Canonical; title="a, b; <c>"', ['canonical https://b.test/']],
    [
      '</de>; rel="alternate"; hreflang="de", </en> ; hreflang=en ; rel=alternate',
      ['alternate https://a.test/de de', 'alternate https://a.test/en en'],
    ],
    [
      '<?p=2>; rel=next, <?p=0>; rel="prev nofollow"',
      ['next https://a.test/dir/file.pdf?p=2', 'previous https://a.test/dir/file.pdf?p=0'],
    ],
    ['</feed>; rel=alternate; type="application/rss+xml"', ['feed https://a.test/feed']],
    ['</a.css>; rel=preload; as=style, </x>; rel="https://api.w.org/"', []],
    ['</a,b>; rel=canonical', ['canonical https://a.test/a,b']],
    ['</first>; rel=next; rel=canonical', ['next https://a.test/first']],
    ['</x>; rel="can\\onical"', ['canonical https://a.test/x']],
    ['</x>; rel=canonical; anchor="/other"', []],
    ['</x>, </y>; rel=canonical', ['canonical https://a.test/y']],
    ['nonsense; rel=canonical, </x>; rel=canonical', ['canonical https://a.test/x']],
    ['</x; rel=canonical', []],
    ['</x>; rel="canonical', []],
    ['</x>;; ;rel=canonical;', ['canonical https://a.test/x']],
    ['<javascript:alert(1)>; rel=canonical, <>; rel=canonical', []],
    ['', []],
  ])('%s', (header, expected) => expect(links(header)).toEqual(expected));

  it('are none without a header', () => expect(linksOfHeader(undefined, DOCUMENT)).toEqual([]));

  it('say when they are not to be followed', () => {
    expect(linksOfHeader('</x>; rel="next nofollow"', DOCUMENT)).toEqual([
      { url: 'https://a.test/x', kind: 'next', nofollow: true, rel: ['nofollow'] },
    ]);
  });

  it.each(['<', '<,', '<a>,', '<a>;', '<a>;x="', '<a>;x="\\",', ',', ' ', ';', '<a>; x = "\\'])(
    'made to hurt: a million of %j',
    (piece) => expect(links(piece.repeat(1_000_000 / piece.length))).toEqual([]),
  );

  it('are so many at most', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `</${at}>; rel=alternate`).join(',');
    expect(links(many)).toHaveLength(1_000);
  });
});

describe('links of a header and of the page', () => {
  const page = (header: string, more: object) =>
    joinLinks(linksOfHeader(header, DOCUMENT), [
      ...[{ ...linksOfHeader('</x>; rel=next', DOCUMENT)[0]!, kind: 'anchor' as const, ...more }],
    ]);

  it('are each there once, those of the header alone first', () => {
    const both = page('</y>; rel=canonical, </x>; rel=alternate; hreflang=de', { text: 'x' });
    expect(both).toEqual([
      { url: 'https://a.test/y', kind: 'canonical', nofollow: false },
      { url: 'https://a.test/x', kind: 'alternate', nofollow: false, text: 'x', language: 'de' },
    ]);
  });

  it('are followed where one of both may be', () => {
    const asked = { nofollow: true, rel: ['nofollow', 'ugc'] };
    expect(page('</x>; rel=next', asked)[0]).toMatchObject({ nofollow: false });
    expect(page('</x>; rel="next nofollow"', asked)[0]).toMatchObject({
      ...{ nofollow: true, rel: ['nofollow'] },
    });
  });
});
