import { describe, expect, it } from '@jest/globals';
import { CrawlError, ERRORS, type ErrorCode } from '@mayfly/errors';
import { Metadata, status } from '@grpc/grpc-js';
import { fromStatus, toStatus } from './status.ts';

describe('toStatus and fromStatus', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('carry %s there and back', (code) => {
    const sent = toStatus(new CrawlError(code, 'why'));
    expect(status[sent.code]).toBe(ERRORS[code].grpc);
    expect(fromStatus(sent)).toMatchObject({ code });
  });
});

describe('toStatus', () => {
  it('hides every detail of a bug', () => {
    const { code, details } = toStatus(new TypeError('password=secret'));
    expect([code, details]).toEqual([status.INTERNAL, 'internal error']);
  });

  it('sends text that trailers can hold, whatever the message holds', () => {
    const { details } = toStatus(new CrawlError('URL_INVALID', `\ud800${'x'.repeat(5_000)}`));
    expect(() => encodeURI(details)).not.toThrow();
    expect(details.length).toBeLessThanOrEqual(1_000);
  });

  it('says when to come again in whole milliseconds', () => {
    const { metadata } = toStatus(new CrawlError('OVERLOADED', 'later'), 12.6);
    expect(metadata.get('grpc-retry-pushback-ms')).toEqual(['13']);
  });
});

describe('fromStatus', () => {
  const code = (from: status, details = 'why'): string =>
    fromStatus({ code: from, details, metadata: new Metadata() }).code;

  it.each([
    [status.UNAVAILABLE, 'DEPENDENCY_AWAY'],
    [status.CANCELLED, 'DEPENDENCY_AWAY'],
    [status.DEADLINE_EXCEEDED, 'DEADLINE_PASSED'],
    [status.RESOURCE_EXHAUSTED, 'OVERLOADED'],
    [status.UNIMPLEMENTED, 'RPC_UNKNOWN'],
    [status.PERMISSION_DENIED, 'ROLE_MISSING'],
    [status.UNAUTHENTICATED, 'CREDENTIALS_MISSING'],
    [status.DATA_LOSS, 'INTERNAL'],
  ])('takes status %d without our code for %s', (from, expected) => {
    expect(code(from)).toBe(expected);
  });

  it('tells a message that is too large from a server that has too much to do', () => {
    expect(code(status.RESOURCE_EXHAUSTED, 'Received message larger than max (5 vs 4)')).toBe(
      'MESSAGE_TOO_LARGE',
    );
  });

  it('takes the code of a newer peer for a bug and names it', () => {
    const metadata = new Metadata();
    metadata.set('mayfly-error-code', 'FROM_THE_FUTURE');
    const error = fromStatus({ code: status.UNAVAILABLE, details: 'hm', metadata });
    expect([error.code, error.message]).toEqual([
      'INTERNAL',
      expect.stringContaining('FROM_THE_FUTURE'),
    ]);
  });
});
