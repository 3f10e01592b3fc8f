import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { XmlReader } from './xml-reader.ts';

/** What a reader hears, written down: `<a x="1">`, text, `</a>`. */
function heard(pieces: readonly string[], limits = { maxDepth: 100, maxTokenCharacters: 1_000 }) {
  let said = '';
  const reader = new XmlReader(
    {
      open: (name, attributes) => {
        said += `<${[name, ...[...attributes].map(([key, value]) => `${key}="${value}"`)].join(' ')}>`;
      },
      text: (text) => (said += text),
      close: (name) => (said += `</${name}>`),
      cut: () => (said += '…'),
    },
    limits,
  );
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return { said, stopped: reader.stopped };
}

const DOCUMENT = `<?xml version="1.0"?><!-- <no> --><!DOCTYPE r [<!ENTITY e "x"> ]>
<R a="1>2" b='"' c=d e><T>a &amp; b&eacute;&#65;&e; &unknown; &</T><![CDATA[<x> & ]] >]]><empty/> < 3</R>`;
const SAID =
  '<r a="1>2" b=""" c="d" e=""><t>a & béA &unknown; &</t><x> & ]] ><empty></empty> < 3</r>';

describe('the XML reader', () => {
  it('reads names, attributes, references and character data', () => {
    expect(heard([DOCUMENT])).toEqual({ said: SAID, stopped: undefined });
  });

  it('reads the same in pieces of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: DOCUMENT.length }), { maxLength: 9 }),
        (cuts) => {
          const at = [0, ...cuts.sort((a, b) => a - b), DOCUMENT.length];
          const pieces = at.slice(1).map((end, index) => DOCUMENT.slice(at[index], end));
          expect(heard(pieces).said).toBe(SAID);
        },
      ),
    );
    expect(heard([...DOCUMENT]).said).toBe(SAID);
  });

  it.each([
    ['end tags that are missing', '<a><b>1<c>2</a>', '<a><b>1<c>2</c></b></a>'],
    ['end tags of nothing', '<a></b>1</a>', '<a>1</a>'],
    ['capital letters', '<A>1</a>', '<a>1</a>'],
    ['an end in a tag', '<a>1<b x="', '<a>1…</a>'],
    ['an end in a comment', '<a>1<!-- 2', '<a>1…</a>'],
    ['a quote that nothing closes', '<a b="1>2</a>', '<a b="1">2</a>'],
    ['what comes before the root', 'x<a>1</a>', '<a>1</a>'],
    ['a document type inside', '<a>1<!DOCTYPE b>2</a>', '<a>12</a>'],
    ['no XML', 'words', ''],
  ])('forgives %s', (_, text, said) => {
    expect(heard([text]).said).toBe(said);
  });

  it.each([
    ['too deep', `<a>${'<b>'.repeat(200)}`, 'depth'],
    ['a tag too long', `<a><b c="${'x'.repeat(2_000)}"/>`, 'token-size'],
    ['a tag that never ends', `<a><b ${'x'.repeat(2_000)}`, 'token-size'],
    ['a document type too long', `<!DOCTYPE a [${' '.repeat(2_000)}]><a>`, 'token-size'],
  ])('stops at %s and says so', (_, text, stopped) => {
    expect(heard([text]).stopped).toBe(stopped);
    expect(heard([...text]).stopped).toBe(stopped);
  });

  it('passes over comments and text of any length', () => {
    expect(heard([...`<a><!--${'x'.repeat(3_000)}-->1</a>`]).said).toBe('<a>1</a>');
    expect(heard([...`<a>${'x'.repeat(3_000)}</a>`]).said).toBe(`<a>${'x'.repeat(3_000)}</a>`);
  });

  it('never takes long', () => {
    const many = 1_000_000;
    for (const text of [
      '</b>',
      '<',
      '<!--',
      '<![CDATA[',
      '&',
      '<a "',
      `<a "'>`,
      '<?',
      '<!a[ ]',
      '<a/>',
    ]) {
      heard([`<a>${'<c>'.repeat(90)}${text.repeat(many / text.length)}`]);
    }
  });
});
