import { type Behaviour, drips, says, saysAndEnds } from './behaviour.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n';
const REST = 'content-length: 4\r\n\r\nbody';

const read = (name: string, does: string, bytes: string): Behaviour => ({
  ...{ name, does, expected: ['ok'], body: 'body' },
  answer: says(bytes),
});
const notHttp = (name: string, does: string, bytes: string): Behaviour => ({
  ...{ name, does, expected: ['bad-response'] },
  answer: saysAndEnds(bytes),
});

/** Status lines and headers: those that curl or a browser reads, and those that neither does. */
export const HEADS: readonly Behaviour[] = [
  read(
    'bare-lf',
    'ends header lines without a carriage return',
    `${OK}${REST}`.replaceAll('\r', ''),
  ),
  read('mixed-line-ends', 'ends only some lines so', `${OK}x: y\n${REST}`),
  read('folded-header', 'goes on with a header in the next line', `${OK}x: a\r\n\t b\r\n${REST}`),
  read(
    'space-before-colon',
    'has a space after a header name',
    `${OK}content-length : 4\r\n\r\nbody`,
  ),
  read(
    'indented-first-header',
    'begins its first header with a space',
    `HTTP/1.1 200 OK\r\n x: y\r\n${REST}`,
  ),
  read('line-without-colon', 'has a line that is no header', `${OK}hello\r\n${REST}`),
  read('bad-header-name', 'has a header name with brackets', `${OK}x(y): z\r\n${REST}`),
  read('control-in-header', 'has a control character in a value', `${OK}x: a\x01b\r\n${REST}`),
  read('bare-cr-in-header', 'has a carriage return within a value', `${OK}x: a\rb: c\r\n${REST}`),
  read('latin1-header', 'has bytes above 127 in a value', `${OK}x: caf\xe9\r\n${REST}`),
  read(
    'proto-header',
    'names headers like parts of objects',
    `${OK}__proto__: a\r\n__proto__: b\r\nconstructor: c\r\n${REST}`,
  ),
  read('no-reason', 'has a status line without a reason', `HTTP/1.1 200\r\n${REST}`),
  read('two-spaces', 'has two spaces in its status line', `HTTP/1.1  200  OK\r\n${REST}`),
  read('lower-case-http', 'writes http in small letters', `http/1.1 200 ok\r\n${REST}`),
  read('http-2-by-name', 'calls itself HTTP/2 and is not', `HTTP/2 200 OK\r\n${REST}`),
  read('no-version', 'has no version', `HTTP 200 OK\r\n${REST}`),
  read('icy', 'calls itself ICY, as servers of radio do', `ICY 200 OK\r\n${REST}`),
  read('empty-lines-first', 'begins with empty lines', `\r\n\r\n${OK}${REST}`),
  read('junk-first', 'has two bytes before its status line', `xy${OK}${REST}`),
  read('continue-first', 'says 100 before it answers', `HTTP/1.1 100 Continue\r\n\r\n${OK}${REST}`),
  read(
    'many-hints',
    'says 103 a hundred times before it answers',
    `${'HTTP/1.1 103 Hints\r\nlink: </a>\r\n\r\n'.repeat(100)}${OK}${REST}`,
  ),
  {
    ...{
      name: 'http-1.0',
      does: 'speaks HTTP/1.0 without a length',
      expected: ['ok'],
      body: 'body',
    },
    answer: saysAndEnds('HTTP/1.0 200 OK\r\n\r\nbody'),
  },
  {
    ...{
      name: 'one-byte-at-a-time',
      does: 'sends its head in single bytes',
      expected: ['ok'],
      body: 'body',
    },
    answer: (socket) => {
      const bytes = [...`${OK}${REST}`];
      const timer = setInterval(() => {
        const next = bytes.shift();
        if (next === undefined) clearInterval(timer);
        else socket.write(next);
      }, 1);
      socket.once('close', () => clearInterval(timer));
    },
  },
  notHttp('no-http', 'speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'),
  notHttp('http-0.9', 'sends a body and no head', '<html><body>an old page</body></html>'),
  notHttp(
    'junk-line-first',
    'has a line of something else before its status line',
    `something else\r\n${OK}${REST}`,
  ),
  notHttp('two-digits', 'has a status of two digits', `HTTP/1.1 20 OK\r\n${REST}`),
  notHttp('four-digits', 'has a status of four digits', `HTTP/1.1 2000 OK\r\n${REST}`),
  notHttp('nul-in-header', 'has a NUL in a header', `${OK}x: a\0b\r\n${REST}`),
  notHttp(
    'switches-protocol',
    'changes to another protocol',
    'HTTP/1.1 101 Switching\r\nupgrade: h\r\nconnection: upgrade\r\n\r\n',
  ),
  {
    ...{ name: 'giant-header', does: 'has one header of a megabyte', expected: ['too-large'] },
    answer: says(`${OK}x: ${'y'.repeat(1_000_000)}\r\n${REST}`),
  },
  {
    ...{ name: 'flood-of-headers', does: 'has ten thousand headers', expected: ['too-large'] },
    answer: says(OK, 'x: y\r\n'.repeat(10_000), REST),
  },
  {
    ...{
      name: 'flood-of-hints',
      does: 'says 103 without an end',
      expected: ['too-large', 'timeout'],
    },
    answer: (socket) => {
      const hint = 'HTTP/1.1 103 Hints\r\n\r\n'.repeat(50);
      const pour = (): void => {
        socket.write(hint, (error) => {
          if (!error && !socket.destroyed) pour();
        });
      };
      pour();
    },
  },
  {
    ...{ name: 'slow-hints', does: 'says 103 again and again, slowly', expected: ['timeout'] },
    answer: drips('', 'HTTP/1.1 103 Hints\r\n\r\n', 100),
  },
  {
    ...{ name: 'slow-head', does: 'sends a header a letter at a time', expected: ['timeout'] },
    answer: drips(`${OK}x: `, 'y', 50),
  },
  { name: 'silence', does: 'says nothing', expected: ['timeout'], answer: () => {} },
  {
    ...{ name: 'ends-in-head', does: 'ends within its headers', expected: ['reset'] },
    answer: saysAndEnds(`${OK}content-`),
  },
  {
    name: 'ends-at-once',
    does: 'ends before it says anything',
    expected: ['reset'],
    answer: saysAndEnds(''),
  },
  {
    ...{ name: 'resets', does: 'breaks the connection', expected: ['reset'] },
    answer: (socket) => void socket.resetAndDestroy(),
  },
];
