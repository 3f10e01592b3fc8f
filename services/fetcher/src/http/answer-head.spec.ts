import { describe, expect, it } from '@jest/globals';
import { beginsLikeHttp, NotHttp, readHead } from './answer-head.ts';
import { BadEncoding } from './decode-body.ts';

const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const OK = 'HTTP/1.1 200 OK';

describe('a head that keeps to the standard', () => {
  it.each([
    [head(OK), false],
    [head('HTTP/1.0 404'), false],
    [head(OK, 'a:', 'b: c', 'content-length: 12'), false],
    [head(OK, 'Transfer-Encoding: Chunked'), true],
    [head(OK, 'x: caf\xe9\tx'), false],
    [head(OK, 'x-content-length: 3', 'content-length: 4'), false],
  ])('%j is left alone', (text, chunked) => {
    expect(readHead(text)).toEqual({
      ...{ status: Number(text.slice(9, 12)), chunked, rewritten: undefined },
    });
  });
});

describe('a careless head', () => {
  const LAST = 'connection: close';

  it.each([
    ['HTTP/1.1 200 OK\nx: y\n\n', head(OK, 'x: y', LAST)],
    [head(OK, 'x: a', '  b', '\tc'), head(OK, 'x: a b c', LAST)],
    [head(OK, ' first: x', 'y : z'), head(OK, 'y: z', LAST)],
    [head(OK, 'no colon', 'a b: c', ': d', 'x: y\rz: \x02'), head(OK, 'x: y z:', LAST)],
    [head('HTTP/1.1  200', 'a: b'), head('HTTP/1.1 200', 'a: b', LAST)],
    [head('http/2 301 Moved'), head('HTTP/1.1 301 Moved', LAST)],
    [head('HTTP 200 OK'), head('HTTP/1.0 200 OK', LAST)],
    [head('ICY 200 OK'), head('HTTP/1.0 200 OK', LAST)],
    [head('xyHTTP/1.1 200 OK'), head(OK, LAST)],
    [
      head(OK, 'content-length: 4', 'content-length: 4', 'connection: keep-alive', 'keep-alive: 5'),
      head(OK, 'content-length: 4', LAST),
    ],
    [head(OK, 'content-length: 007, 7 bytes'), head(OK, 'content-length: 7', LAST)],
    [head(OK, 'content-length: '), head(OK, LAST)],
    [
      head('HTTP/1.0 200 OK', 'content-length: 4', 'transfer-encoding: identity, chunked'),
      head(OK, 'transfer-encoding: chunked', LAST),
    ],
  ])('%j is written anew', (text, rewritten) => {
    expect(readHead(text).rewritten).toBe(rewritten);
    // What is written passes as it is.
    expect(readHead(rewritten).rewritten).toBeUndefined();
  });

  it('before the real answer is left out', () => {
    expect(readHead(head('HTTP/1.1 100 Continue'))).toMatchObject({ status: 100, rewritten: '' });
  });

  it.each([
    ['nonsense\r\n\r\n', NotHttp],
    [head('HTTP/1.1 20 OK'), NotHttp],
    [head('HTTP/1.1 2000 OK'), NotHttp],
    [head('HTTP/1.1 099 OK'), NotHttp],
    [head('garbage HTTP/1.1 200 OK'), NotHttp],
    [head(OK, 'x: a\0b'), NotHttp],
    [head(OK, 'content-length: 4', 'content-length: 5'), NotHttp],
    [head(OK, 'content-length: -1'), NotHttp],
    [head(OK, 'transfer-encoding: gzip, chunked'), BadEncoding],
  ])('%j is refused', (text, type) => expect(() => readHead(text)).toThrow(type));
});

describe('a head made to hurt', () => {
  // What does not grow with the head alone would take an hour.
  const much = (piece: string) => piece.repeat(1_000_000);

  it.each([
    ['carriage returns', `x: ${much('\r')}x`],
    ['spaces in a header', `x:\x01${much(' ')}x`],
    ['folded lines', `x: y\r\n${much(' z\r\n')}`],
  ])('%s', (_, line) => expect(readHead(head(OK, line)).status).toBe(200));

  it.each([
    ['zeros', `content-length: ${much('0')}x`],
    ['spaces in a length', `content-length: x${much(' ')}1`],
    ['spaces in a coding', `transfer-encoding: x${much(' ')}1`],
  ])('%s', (_, line) => expect(() => readHead(head(OK, line))).toThrow());
});

describe('the beginning of an answer', () => {
  it.each([
    ['HTTP/1.1', true],
    ['xyHTTP/1', true],
    ['ICY 200 ', true],
    ['SSH-2.0-', false],
    ['<html><h', false],
  ])('%s can be HTTP: %s', (text, can) => expect(beginsLikeHttp(text)).toBe(can));
});
