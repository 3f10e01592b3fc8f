import { parseRobots } from '@mayfly/robots';
import { caseSuite } from '../case-suite.ts';
import { booleanIn, bytesIn, textIn } from '../line.ts';

export const robots = caseSuite({
  name: 'robots',
  means: 'whether an agent may fetch a URL, by its robots.txt',
  read: (line) => {
    const file = bytesIn(line, 'robotsBase64') ?? textIn(line, 'robots');
    const [agent, url] = [textIn(line, 'agent'), textIn(line, 'url')];
    const allowed = booleanIn(line, 'allowed');
    if (file === undefined || agent === undefined || url === undefined || allowed === undefined) {
      return undefined;
    }
    return { file, agent, url, allowed, scope: textIn(line, 'scope') };
  },
  passes: ({ file, agent, url, allowed }) =>
    parseRobots(file).for(agent).isAllowed(pathOf(url)) === allowed,
  isVendors: ({ scope }) => scope === 'vendor',
});

/** Path and query as they are written in the case: some are about how they are written. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
}
