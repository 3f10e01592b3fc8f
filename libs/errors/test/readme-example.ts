import { CrawlError, errorCodeOf, isRetryable, toCallerError } from '@mayfly/errors';

export async function example() {
  const away = new CrawlError('STORE_AWAY', 'no primary for 10 s');
  const wrapped = new Error('reading host a.test', { cause: away });
  return {
    code: errorCodeOf(wrapped),
    tryAgain: isRetryable(wrapped),
    shownForABug: toCallerError(new TypeError('x is undefined')).message,
  };
}
