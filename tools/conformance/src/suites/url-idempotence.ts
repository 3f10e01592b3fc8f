import { normaliseUrl } from '@mayfly/url';
import { caseSuite } from '../case-suite.ts';
import { textIn } from '../line.ts';

export const urlIdempotence = caseSuite({
  name: 'url-idempotence',
  means: 'a URL normalised twice is the same as once, or refused',
  read: (line) => textIn(line, 'input'),
  passes: (input) => {
    const once = normaliseUrl(input);
    if (!once.ok) return true;
    const twice = normaliseUrl(once.url);
    return twice.ok && twice.url === once.url;
  },
});
