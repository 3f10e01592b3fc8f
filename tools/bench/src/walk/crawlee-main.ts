/**
 * Crawlee's HttpCrawler in its cheapest documented shape: storage in memory, no sessions, no retries, a fixed number of
 * requests at once, and htmlparser2 for links and text. Its packages are not ours: they are loaded from the folder that
 * they were fetched into.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { resultLine } from './result-line.ts';

interface Crawler {
  run(seeds: string[]): Promise<unknown>;
  addRequests(urls: string[], options: { waitForAllRequestsToBeAdded: boolean }): Promise<unknown>;
}

interface Answer {
  readonly body: Buffer | string;
  readonly request: { readonly url: string };
  readonly crawler: Crawler;
}

interface CrawleeHttp {
  readonly HttpCrawler: new (options: Readonly<Record<string, unknown>>) => Crawler;
}

interface Handler {
  onopentag(name: string, attributes: Readonly<Record<string, string>>): void;
  ontext(text: string): void;
  onclosetag(name: string): void;
}

interface Htmlparser2 {
  readonly Parser: new (handler: Handler) => { end(text: string): void };
}

const [folder, seed, concurrency] = process.argv.slice(2) as [string, string, string];
process.env.CRAWLEE_PERSIST_STORAGE = 'false';
process.env.CRAWLEE_LOG_LEVEL = 'ERROR';
const peer = createRequire(join(folder, 'package.json'));
const { HttpCrawler } = peer('@crawlee/http') as CrawleeHttp;
const { Parser } = peer('htmlparser2') as Htmlparser2;

const seen = { pages: 0, errors: 0, links: 0, characters: 0 };

const crawler = new HttpCrawler({
  minConcurrency: Number(concurrency),
  maxConcurrency: Number(concurrency),
  autoscaledPoolOptions: { maxTasksPerMinute: Infinity },
  useSessionPool: false,
  persistCookiesPerSession: false,
  maxRequestRetries: 0,
  failedRequestHandler: () => void (seen.errors += 1),
  requestHandler: async ({ body, request, crawler: own }: Answer) => {
    const links = read(body.toString(), request.url);
    seen.pages += 1;
    seen.links += links.length;
    await own.addRequests(links, { waitForAllRequestsToBeAdded: true });
  },
});
await crawler.run([seed]);
process.stdout.write(resultLine(seen));

function read(html: string, base: string): string[] {
  const links: string[] = [];
  let hidden = 0;
  const isHidden = (name: string) => name === 'script' || name === 'style';
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (isHidden(name)) hidden += 1;
      if (name === 'a' && href !== undefined) links.push(new URL(href, base).href);
    },
    ontext: (text) => {
      if (hidden === 0) seen.characters += text.length;
    },
    onclosetag: (name) => {
      if (isHidden(name)) hidden -= 1;
    },
  });
  parser.end(html);
  return links;
}
