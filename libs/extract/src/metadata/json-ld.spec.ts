import { describe, expect, it } from '@jest/globals';
import { jsonLdItems } from './json-ld.ts';

const read = (value: unknown) => jsonLdItems([JSON.stringify(value)]);

describe('jsonLdItems', () => {
  it('flattens graphs and lists, and finds names under their ids', () => {
    const [page, article, person] = read({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': ['WebPage', 'FAQPage'], '@id': '#page', name: 'Rain' },
        {
          '@type': 'http://schema.org/NewsArticle',
          headline: 'Rain  falls',
          author: [{ '@id': '#ada' }, { name: 'Jo' }, 'Kim', 7],
          publisher: { name: 'The Example' },
          image: { url: 'https://a.test/x.png' },
          mainEntityOfPage: { '@id': 'https://a.test/rain' },
          datePublished: '2016-05-03',
          inLanguage: { '@value': 'en' },
        },
        { '@type': 'Person', '@id': '#ada', name: 'Ada' },
      ],
    });
    expect(page).toMatchObject({ type: 'WebPage', id: '#page', name: 'Rain', authors: [] });
    expect(article).toMatchObject({
      ...{ type: 'NewsArticle', headline: 'Rain falls', authors: ['Ada', 'Jo', 'Kim'] },
      ...{ publisher: 'The Example', image: 'https://a.test/x.png', url: 'https://a.test/rain' },
      ...{ published: '2016-05-03', language: 'en' },
    });
    expect(person).toMatchObject({ type: 'Person', name: 'Ada' });
  });

  it.each([
    ['lines in texts', '{"@type":"Article","headline":"one\ntwo"}', 'one two'],
    ['a comma too many', '{"@type":"Article","headline":"one two",}', 'one two'],
    ['a comment around it', '<!-- {"@type":"Article","headline":"one two"} -->', 'one two'],
    [
      'a section around it',
      '//<![CDATA[\n{"@type":"Article","headline":"one two"}\n//]]>',
      'one two',
    ],
    ['a semicolon behind it', '{"@type":"Article","headline":"one two"};', 'one two'],
    ['no end', '{"@type":"Article","headline":"one two","author":{"name', 'one two'],
    [
      'quotes that are not escaped',
      '{"@type":"Article","headline":"one two","x":"say "hi""}',
      'one two',
    ],
  ])('reads what has %s', (_, block, headline) => {
    expect(jsonLdItems([block])).toMatchObject([{ type: 'Article', headline }]);
  });

  it.each([
    '',
    'null',
    '7',
    '"x"',
    '[]',
    '[[[]]]',
    '{}',
    '[null,{"@id":"x"}]',
    'x'.repeat(100),
    '{"a":',
  ])('finds nothing in %j', (block) => {
    expect(jsonLdItems([block])).toEqual([]);
  });

  it('is not fooled by names of prototypes', () => {
    const block =
      '{"__proto__":{"headline":"no"},"constructor":{"name":"no"},"@type":"Article","toString":1}';
    expect(jsonLdItems([block])).toMatchObject([{ type: 'Article', headline: '', name: '' }]);
    expect(({} as Record<string, unknown>).headline).toBeUndefined();
  });

  it('keeps little of much, and goes only so deep', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      '@type': 'Article',
      name: `n${at}`,
    }));
    expect(read(many)).toHaveLength(100);
    expect(read({ '@type': 'Article', name: 'x'.repeat(100_000) })[0]!.name).toHaveLength(500);
    const deep = `${'{"mainEntity":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(jsonLdItems([deep]).length).toBeLessThan(20);
    expect(jsonLdItems(['['.repeat(100_000)])).toEqual([]);
  });
});
