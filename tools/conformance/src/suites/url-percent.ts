import { resolveUrl } from '@mayfly/url';
import { caseSuite } from '../case-suite.ts';
import { textIn } from '../line.ts';

export const urlPercent = caseSuite({
  name: 'url-percent',
  means: 'the query of a link in a page of some encoding',
  read: (line) => {
    const [input, encoding] = [textIn(line, 'input'), textIn(line, 'encoding')];
    const expect = textIn(line, 'expect');
    if (input === undefined || encoding === undefined || expect === undefined) return undefined;
    return { input, encoding, expect };
  },
  passes: ({ input, encoding, expect }) =>
    resolveUrl(`https://a.test/?${input}`, undefined, encoding)?.search === `?${expect}`,
});
