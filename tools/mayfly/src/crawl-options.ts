import { readArguments, countOption, UsageError } from '@mayfly/command-line';
import { normaliseUrl } from '@mayfly/url';
import { durationOption } from './duration-option.ts';

/** What `mayfly crawl` was told. */
export interface CrawlOptions {
  /** Normalised; none means the demo world. */
  readonly seeds: readonly string[];
  readonly contact: string | undefined;
  /** Pages of this run. */
  readonly pages: number | undefined;
  /** How long this run lasts. */
  readonly forMs: number | undefined;
  readonly dataFolder: string;
  readonly name: string | undefined;
  readonly json: boolean;
  /** Crawls with the suite that runs already, instead of one in this process. */
  readonly attach: boolean;
  readonly world: {
    readonly seed: number;
    readonly frozen: boolean;
    readonly articles: number | undefined;
  };
}

const OPTIONS = {
  contact: { type: 'string' },
  pages: { type: 'string' },
  for: { type: 'string' },
  data: { type: 'string', default: '.mayfly' },
  name: { type: 'string' },
  json: { type: 'boolean', default: false },
  attach: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  frozen: { type: 'boolean', default: false },
  articles: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const CONTACT = /^(?:[^\s@()<>;"\\]+@[^\s@()<>;"\\]+\.[^\s@()<>;"\\]+|https?:\/\/[^\s()<>;"\\]+)$/;

/** Reads the arguments; every problem is a sentence that names the option. */
export function readCrawlOptions(args: readonly string[]): CrawlOptions {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  const { contact, pages, data, name, articles } = values;
  if (contact !== undefined && !CONTACT.test(contact)) {
    throw new UsageError(`--contact: must be a mail address or a URL; it is ${contact}`);
  }
  if (data === '') throw new UsageError('--data: must name a folder; it is empty');
  if (name !== undefined && !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw new UsageError('--name: must be 1 to 63 lower-case letters, digits and hyphens');
  }
  return {
    seeds: positionals.map(seedOf),
    contact,
    pages: pages === undefined ? undefined : countOption('pages', pages),
    forMs: values.for === undefined ? undefined : durationOption('for', values.for),
    dataFolder: data,
    name,
    json: values.json,
    attach: values.attach,
    world: {
      seed: countOption('seed', values.seed, 0),
      frozen: values.frozen,
      articles: articles === undefined ? undefined : countOption('articles', articles),
    },
  };
}

function seedOf(text: string): string {
  const result = normaliseUrl(text.includes('://') ? text : `https://${text}`);
  if (result.ok) return result.url;
  throw new UsageError(`${text}: not an http or https URL that can be crawled (${result.rule})`);
}
