import { parseMetaRefresh } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { booleanIn, textIn, textOrNullIn } from '../line.ts';

export const metaRefresh = caseSuite({
  name: 'meta-refresh',
  means: 'when a page asks to be left, and for which URL',
  read: (line) => {
    const content = textIn(line, 'content');
    if (content === undefined) return undefined;
    if (booleanIn(line, 'failure') === true) return { content, expected: undefined };
    const { seconds } = line;
    const url = textOrNullIn(line, 'url');
    if (typeof seconds !== 'number' || url === undefined) return undefined;
    return { content, expected: { seconds, url } };
  },
  passes: ({ content, expected }) => {
    const found = parseMetaRefresh(content);
    if (found === undefined || expected === undefined) return found === expected;
    return found.seconds === expected.seconds && (found.url ?? null) === expected.url;
  },
});
