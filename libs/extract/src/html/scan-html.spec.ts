import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import type { Attributes } from './attributes.ts';
import { scanHtml } from './scan-html.ts';

interface Seen {
  readonly tag?: string;
  readonly text?: string;
}

const ASKED = ['href', 'rel', 'x'];

/** Tags with the attributes that are asked for, and text, as our scanner gives them. */
function scanned(page: string): string[] {
  const found: Seen[] = [];
  scanHtml(page, {
    wantsAttributes: () => true,
    open: (tag, attributes: Attributes) => {
      const given = ASKED.flatMap((name) => {
        const value = attributes.get(name);
        return value === undefined ? [] : [`${name}=${value}`];
      });
      found.push({ tag: [tag, ...given].join(' ') });
    },
    close: (tag) => found.push({ tag: `/${tag}` }),
    text: (start, end, tag) => {
      const text = page.slice(start, end);
      const isDecoded = tag === undefined || tag === 'title' || tag === 'textarea';
      found.push({ text: isDecoded ? decodeHTML(text) : text });
    },
  });
  return joined(found);
}

const MODES: Readonly<Record<string, number>> = {
  ...{ title: TokenizerMode.RCDATA, textarea: TokenizerMode.RCDATA },
  ...{ script: TokenizerMode.SCRIPT_DATA, plaintext: TokenizerMode.PLAINTEXT },
  ...{ style: TokenizerMode.RAWTEXT, xmp: TokenizerMode.RAWTEXT, iframe: TokenizerMode.RAWTEXT },
};

/** The same by parse5's tokenizer, which follows the standard letter by letter. */
function byStandard(page: string): string[] {
  const found: Seen[] = [];
  const text = ({ chars }: Token.CharacterToken) => void found.push({ text: chars });
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      ...{ onComment: nothing, onDoctype: nothing, onEof: nothing },
      ...{ onCharacter: text, onWhitespaceCharacter: text, onNullCharacter: text },
      onStartTag: ({ tagName, attrs }) => {
        const given = ASKED.flatMap((name) => {
          const attribute = attrs.find((each) => each.name === name);
          return attribute === undefined ? [] : [`${name}=${attribute.value}`];
        });
        found.push({ tag: [tagName, ...given].join(' ') });
        tokenizer.state = MODES[tagName] ?? tokenizer.state;
        tokenizer.lastStartTagName = tagName;
      },
      onEndTag: ({ tagName }) => void found.push({ tag: `/${tagName}` }),
    },
  );
  tokenizer.write(page, true);
  return joined(found);
}

/** Text that comes in pieces is one text. */
function joined(found: readonly Seen[]): string[] {
  const whole: string[] = [];
  let wasText = false;
  for (const { tag, text = '' } of found) {
    if (tag !== undefined) whole.push(`tag ${tag}`);
    else if (wasText) whole.push(`${whole.pop()}${text}`);
    else if (text !== '') whole.push(`text ${text}`);
    else continue;
    wasText = tag === undefined;
  }
  return whole;
}

const piece = fc.constantFrom(
  ...[
    '<a href=',
    '<A ',
    'href',
    'rel',
    ' x',
    '=',
    '"',
    "'",
    '>',
    '/>',
    '</a>',
    '</',
    '<',
    ' ',
    '\n',
  ],
  ...[
    '<!--',
    '-->',
    '--!>',
    '->',
    '<!-->',
    '<!doctype html>',
    '<?php',
    '<![CDATA[',
    ']]>',
    '!',
    '-',
  ],
  ...['<script>', '</script>', '</SCRIPT ', '<style>', '</style>', '<title>', '</title', '<xmp>'],
  ...['<textarea>', '</textarea>', '<div', '<p>', 'text', '&amp;', '&lt', '1', 'é', '<3', '</3>'],
);

describe('scanHtml', () => {
  it('sees what a standard tokenizer sees, however broken the page', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const page = pieces.join('');
        expect(scanned(page)).toEqual(byStandard(page));
      }),
      { seed: testSeed(), numRuns: 5_000 },
    );
  });

  it.each([
    ['a script within a comment within a script', '<script><!--<script></script>--></script>a'],
    ['a comment in a script that nothing ends', '<script><!-- </script>a'],
    ['two such scripts', '<script><!--<script>1</script>2<script>3</script>4--></script>a'],
    ['an end tag with attributes', '<p>a</p x="1>2">b'],
    ['a quote where no value begins', '<a x\'y href="z">b'],
  ])('sees %s as the standard has it', (_, page) => {
    expect(scanned(page)).toEqual(byStandard(page));
  });
});
