import { resolveUrl } from '@mayfly/url';
import { caseSuite } from '../case-suite.ts';
import { booleanIn, textIn } from '../line.ts';

export const urlWpt = caseSuite({
  name: 'url-wpt',
  means: 'a URL parsed as the URL standard has it, or refused',
  read: (line) => {
    const input = textIn(line, 'input');
    const href = booleanIn(line, 'failure') === true ? undefined : textIn(line, 'href');
    if (input === undefined || (href === undefined && line.failure !== true)) return undefined;
    return { input, base: textIn(line, 'base'), href };
  },
  passes: ({ input, base, href }) => resolveUrl(input, base)?.href === href,
});
