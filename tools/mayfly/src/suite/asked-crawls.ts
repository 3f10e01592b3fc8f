import { UsageError } from '@mayfly/command-line';
import type { SuiteAddresses } from './addresses.ts';
import { ask } from './clients.ts';
import { crawlNames } from './all-crawls.ts';

/** The crawl that somebody named, or all of them. */
export async function askedCrawls(
  suite: SuiteAddresses,
  named: string | undefined,
): Promise<string[]> {
  return named === undefined ? await ask(suite, 'scheduler', crawlNames) : [named];
}

/** The crawl that somebody named, or the only one there is. */
export async function askedCrawl(
  suite: SuiteAddresses,
  named: string | undefined,
): Promise<string> {
  const names = await askedCrawls(suite, named);
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  const what = names.length === 0 ? 'there is no crawl' : `name one of ${names.join(', ')}`;
  throw new UsageError(`--crawl: ${what}`);
}
