import { CrawlError } from '@mayfly/errors';

/** Refuses a name that no counter can have. */
export function checkCounterName(name: string): void {
  if (name.length >= 1 && name.length <= 100) return;
  throw new CrawlError(
    'REQUEST_INVALID',
    `name: must have 1 to 100 characters, not ${name.length}`,
  );
}
