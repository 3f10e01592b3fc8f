import { readArguments, countOption, UsageError } from '@mayfly/command-line';
import { contactOption } from './contact.ts';
import { POLICIES, type PolicyOption } from './crawl-policy.ts';
import { durationOption } from './duration-option.ts';
import { urlArgument } from './url-argument.ts';

/** What `mayfly crawl` was told. */
export interface CrawlOptions {
  /** Normalised; none means the demo world. */
  readonly seeds: readonly string[];
  readonly contact: string | undefined;
  /** Patterns of URLs that are left out, and of those that are not though the first fit. */
  readonly deny: readonly string[];
  readonly allow: readonly string[];
  /** Pages of this run. */
  readonly pages: number | undefined;
  /** How long this run lasts. */
  readonly forMs: number | undefined;
  /** The shortest time between two visits of a source; without it nothing is fetched twice. */
  readonly revisitMs: number | undefined;
  /** How it decides what is next. */
  readonly policy: PolicyOption;
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
  deny: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  pages: { type: 'string' },
  for: { type: 'string' },
  revisit: { type: 'string' },
  policy: { type: 'string', default: 'mayfly' },
  data: { type: 'string', default: '.mayfly' },
  name: { type: 'string' },
  json: { type: 'boolean', default: false },
  attach: { type: 'boolean', default: false },
  seed: { type: 'string' },
  frozen: { type: 'boolean' },
  articles: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const REVISIT = { leastMs: 1_000, mostMs: 30 * 86_400_000, words: 'from 1s to 30d' };

/** Options that make the demo world another one. */
const WORLD = ['seed', 'frozen', 'articles'] as const;

/** Reads the arguments; every problem is a sentence that names the option. */
export function readCrawlOptions(args: readonly string[]): CrawlOptions {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  const { contact, pages, data, name, articles } = values;
  if (contact !== undefined && values.attach) {
    throw new UsageError(
      '--contact: the suite that runs has its own (npm run cluster -- --contact)',
    );
  }
  if (data === '') throw new UsageError('--data: must name a folder; it is empty');
  if (name !== undefined && !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw new UsageError('--name: must be 1 to 63 lower-case letters, digits and hyphens');
  }
  const ofWorld = WORLD.find((option) => values[option] !== undefined);
  if (ofWorld !== undefined && positionals.length > 0) {
    throw new UsageError(
      `--${ofWorld}: is about the demo world, and a URL is crawled instead of it`,
    );
  }
  return {
    seeds: positionals.map(urlArgument),
    contact: contactOption(contact),
    deny: patternsOf('deny', values.deny ?? []),
    allow: patternsOf('allow', values.allow ?? []),
    pages: pages === undefined ? undefined : countOption('pages', pages),
    forMs: values.for === undefined ? undefined : durationOption('for', values.for),
    revisitMs:
      values.revisit === undefined ? undefined : durationOption('revisit', values.revisit, REVISIT),
    policy: policyOption(values.policy),
    dataFolder: data,
    name,
    json: values.json,
    attach: values.attach,
    world: {
      seed: countOption('seed', values.seed ?? '1', 0),
      frozen: values.frozen ?? false,
      articles: articles === undefined ? undefined : countOption('articles', articles),
    },
  };
}

function policyOption(name: string): PolicyOption {
  if (Object.hasOwn(POLICIES, name)) return name as PolicyOption;
  const names = Object.keys(POLICIES).join(', ');
  throw new UsageError(`--policy: must be one of ${names}; it is ${name}`);
}

const MOST_PATTERNS = 1_000;

function patternsOf(option: string, patterns: readonly string[]): readonly string[] {
  const isWrong = (pattern: string) => pattern === '' || pattern.length > MOST_PATTERNS;
  if (patterns.length > MOST_PATTERNS || patterns.some(isWrong)) {
    throw new UsageError(`--${option}: must be at most 1,000 patterns of 1 to 1,000 characters`);
  }
  return patterns;
}
