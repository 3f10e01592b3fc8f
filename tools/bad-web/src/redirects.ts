import { type Behaviour, reply, says } from './behaviour.ts';

const leads = (to: string): Buffer => reply('', { location: to }, '302 Found');
const nowhere = (name: string, does: string, to: string): Behaviour => ({
  ...{ name, does, expected: ['bad-response'] },
  answer: says(leads(to)),
});

/** Answers that are no documents. */
export const REDIRECTS: readonly Behaviour[] = [
  {
    ...{ name: 'redirects-inwards', does: 'leads to an address of ours', expected: ['redirected'] },
    answer: says(leads('http://169.254.169.254/latest/meta-data/')),
  },
  nowhere('redirects-to-file', 'leads to a file', 'file:///etc/passwd'),
  nowhere('redirects-to-data', 'leads to data', 'data:text/html,x'),
  nowhere('redirects-to-gopher', 'leads to another protocol', 'gopher://a.test/'),
  {
    ...{ name: 'redirects-to-itself', does: 'leads to itself', expected: ['redirect-loop'] },
    answer: says(leads('/redirects-to-itself')),
  },
  {
    ...{ name: 'redirects-without-target', does: 'leads nowhere', expected: ['bad-response'] },
    answer: says(reply('', {}, '302 Found')),
  },
  {
    ...{
      name: 'unasked-304',
      does: 'says that nothing changed, to somebody who did not ask',
      expected: ['bad-response'],
    },
    answer: says('HTTP/1.1 304 Not Modified\r\n\r\n'),
  },
  {
    ...{ name: 'busy', does: 'has too much to do', expected: ['busy'] },
    answer: says(reply('', { 'retry-after': '120' }, '429 Too Many Requests')),
  },
];
