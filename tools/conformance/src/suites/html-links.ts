import { isDeepStrictEqual } from 'node:util';
import { scanHtml } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { type Line, textIn } from '../line.ts';

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ...{ a: ['href'], area: ['href'], link: ['href'], base: ['href'] },
  ...{ iframe: ['src'], frame: ['src'], img: ['src', 'srcset'], source: ['src', 'srcset'] },
  ...{
    form: ['action'],
    script: ['src'],
    embed: ['src'],
    video: ['src', 'poster'],
    audio: ['src'],
  },
};

interface Named {
  readonly tag: string;
  readonly attr: string;
  readonly value: string;
}

/** A tree has some elements twice that stand in the page once, so each is counted once. */
export const htmlLinks = caseSuite({
  name: 'htmllinks',
  means: 'attributes of a page that name URLs, each once',
  read: (line) => {
    const [html, urls] = [textIn(line, 'html'), namedIn(line)];
    return html === undefined || urls === undefined ? undefined : { html, urls };
  },
  passes: ({ html, urls }) =>
    isDeepStrictEqual(distinct(found(html)), distinct(urls.filter(({ value }) => value !== ''))),
});

function found(html: string): Named[] {
  const all: Named[] = [];
  scanHtml(html, {
    wantsAttributes: (tag) => Object.hasOwn(ATTRIBUTES, tag),
    open: (tag, attributes) => {
      for (const attr of Object.hasOwn(ATTRIBUTES, tag) ? ATTRIBUTES[tag]! : []) {
        const value = attributes.get(attr);
        if (value !== undefined && value !== '') all.push({ tag, attr, value });
      }
    },
    close: () => {},
    text: () => {},
  });
  return all;
}

function distinct(all: readonly Named[]): string[] {
  return [...new Set(all.map(({ tag, attr, value }) => `${tag} ${attr} ${value}`))].sort();
}

function namedIn({ urls }: Line): readonly Named[] | undefined {
  return Array.isArray(urls) ? (urls as readonly Named[]) : undefined;
}
