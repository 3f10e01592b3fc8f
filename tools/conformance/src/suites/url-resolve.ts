import { resolveUrl } from '@mayfly/url';
import { caseSuite } from '../case-suite.ts';
import { textIn } from '../line.ts';

export const urlResolve = caseSuite({
  name: 'url-resolve',
  means: 'a reference resolved against a base',
  read: (line) => {
    const [input, href] = [textIn(line, 'input'), textIn(line, 'href')];
    return input === undefined || href === undefined
      ? undefined
      : { input, base: textIn(line, 'base'), href };
  },
  passes: ({ input, base, href }) => resolveUrl(input, base)?.href === href,
});
