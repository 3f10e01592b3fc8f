import { describe, expect, it } from '@jest/globals';
import { normaliseUrl } from '@mayfly/url';
import { context, propagation, trace, TraceFlags } from '@opentelemetry/api';
import { validatorsOf } from '../../src/core/answer-headers.ts';
import { rawServer, reply } from '../support/raw-server.ts';
import { testWeb, type TestRequest } from '../support/web.ts';

const OURS = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];

async function sent(request: TestRequest = {}, path = '/') {
  await using server = await rawServer((socket) =>
    socket.write(reply('x', { headers: { 'set-cookie': 'a=b', 'www-authenticate': 'Basic' } })),
  );
  await using web = testWeb();
  await web.get(`http://127.0.0.1:${server.port}${path}`, request);
  await web.get(`http://127.0.0.1:${server.port}${path}`, request);
  return server.requests.map((head) => {
    const [line = '', ...headers] = head.split('\r\n');
    return { line, names: headers.map((header) => header.split(':')[0] ?? '').sort() };
  });
}

describe('attack 16: words of a server in our requests', () => {
  it.each([
    'x"\r\nGET /admin HTTP/1.1',
    'x"\nx: y',
    'x"\0',
    '"x\u007f"',
    '"caf\u00e9"',
    `"${'x'.repeat(2_000)}"`,
  ])('the validator %j is neither kept nor sent', async (etag) => {
    expect(validatorsOf(new Map([['etag', etag]]))).toBeUndefined();
    // Even where somebody kept it for us.
    const requests = await sent({ validators: { etag, lastModified: etag } });
    expect(requests.map(({ names }) => names)).toEqual([OURS, OURS]);
  });

  it.each(['http://a.test/x\r\nx: y', 'http://a.test/x HTTP/1.1\r\n\r\nGET /', 'http://a.test/\0'])(
    'the URL %j has no line ends when it is sent',
    (text) => {
      const normalised = normaliseUrl(text);
      expect(normalised.ok && /[\x00-\x20\x7f]/.test(normalised.url)).toBe(false);
    },
  );
});

describe('attack 17: secrets that go along', () => {
  it('there are none: no cookie is kept, and URLs with a name or password are none', async () => {
    const requests = await sent();
    expect(requests.map(({ names }) => names)).toEqual([OURS, OURS]);
    expect(normaliseUrl('http://user:secret@a.test/')).toMatchObject({ ok: false });
  });
});

describe('attack 18: what is ours alone', () => {
  it('is not sent: no trace, no baggage, whatever is active', async () => {
    const span = trace.wrapSpanContext({
      ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.SAMPLED },
    });
    const baggage = propagation.createBaggage({ tenant: { value: 'secret' } });
    const active = propagation.setBaggage(trace.setSpan(context.active(), span), baggage);
    const requests = await context.with(active, () => sent());
    expect(requests.map(({ names }) => names)).toEqual([OURS, OURS]);
  });
});

describe('attack 22: headers named like parts of objects', () => {
  it('are headers', async () => {
    const headers = { __proto__x: '1', constructor: 'x', 'to-string': 'y' };
    const answer = reply('x', { headers }).toString('latin1').replace('__proto__x', '__proto__');
    await using server = await rawServer((socket) => socket.write(answer));
    await using web = testWeb();
    const got = await web.get(`http://127.0.0.1:${server.port}/`);
    expect(got.answered && got.headers.get('constructor')).toBe('x');
    expect(got.answered && got.headers.get('__proto__')).toBe('1');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
