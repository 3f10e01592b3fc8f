import { LIMITS, readHtml } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { textIn } from '../line.ts';

export const baseUrl = caseSuite({
  name: 'base-url',
  means: 'what the links of a page are relative to',
  read: (line) => {
    const [html, url, base] = [textIn(line, 'html'), textIn(line, 'url'), textIn(line, 'base')];
    if (html === undefined || url === undefined || base === undefined) return undefined;
    return { html, url, base };
  },
  passes: ({ html, url, base }) => readHtml(html, { url, limits: LIMITS }).base === base,
});
