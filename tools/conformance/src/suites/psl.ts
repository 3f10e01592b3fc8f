import { registrableDomain } from '@mayfly/url';
import { caseSuite } from '../case-suite.ts';
import { textOrNullIn } from '../line.ts';

export const psl = caseSuite({
  name: 'psl',
  means: 'the registrable domain of a host, by the public suffix list',
  read: (line) => {
    const [host, registrable] = [textOrNullIn(line, 'host'), textOrNullIn(line, 'registrable')];
    return host === undefined || registrable === undefined ? undefined : { host, registrable };
  },
  passes: ({ host, registrable }) =>
    (host === null ? null : (registrableDomain(host) ?? null)) === registrable,
});
