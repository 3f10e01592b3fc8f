import { describe, expect, it } from '@jest/globals';
import { CrawlError, errorCodeOf, fromWire, isRetryable, toCallerError } from './crawl-error.ts';

describe('CrawlError', () => {
  it('takes status and retry rule from the catalogue', () => {
    const error = new CrawlError('OVERLOADED', 'too many calls');
    expect([error.grpcStatus, error.retryable]).toEqual(['RESOURCE_EXHAUSTED', true]);
  });
});

describe('errorCodeOf', () => {
  it('finds the code under a wrapper that only added a fact', () => {
    const cause = new CrawlError('STORE_AWAY', 'no primary');
    expect(errorCodeOf(new Error('reading host a.test', { cause }))).toBe('STORE_AWAY');
  });

  it('calls everything else a bug', () => {
    expect(errorCodeOf(new TypeError('x is not a function'))).toBe('INTERNAL');
    expect(errorCodeOf('a string')).toBe('INTERNAL');
  });

  it('ends on an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(errorCodeOf(error)).toBe('INTERNAL');
  });
});

describe('isRetryable', () => {
  it('is false for a bug', () => {
    expect(isRetryable(new TypeError('x'))).toBe(false);
  });
});

describe('toCallerError', () => {
  it('hides every detail of a bug', () => {
    expect(toCallerError(new TypeError('password=secret'))).toEqual({
      code: 'INTERNAL',
      message: 'internal error',
    });
  });

  it('shows the message of a failure that is known', () => {
    const error = new CrawlError('REQUEST_INVALID', 'max_urls: must be at least 1');
    expect(toCallerError(error)).toEqual({
      code: 'REQUEST_INVALID',
      message: 'max_urls: must be at least 1',
    });
  });

  it('shows no message of a wrapper, whose words were meant for the log', () => {
    const cause = new CrawlError('STORE_AWAY', 'mongodb://user:secret@db');
    expect(toCallerError(new Error('reading', { cause })).message).not.toContain('secret');
  });
});

describe('fromWire', () => {
  it('keeps a code that it knows', () => {
    expect(fromWire('OVERLOADED', 'later').code).toBe('OVERLOADED');
  });

  it('takes the code of a newer peer for a bug and says which it was', () => {
    expect(fromWire('FROM_THE_FUTURE', 'hm').message).toContain('FROM_THE_FUTURE');
  });
});
