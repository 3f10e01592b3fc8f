import { UsageError } from '@mayfly/command-line';
import { openPolicy, type Policy, type PolicyName } from '@mayfly/echo';
import { seededRandom } from '@mayfly/testing';
import { type Message, readMessage } from './message.ts';
import { Numbered } from './numbered.ts';

/** One policy that talks with a simulator in lines of JSON. */
export class Dialogue {
  readonly #name: PolicyName;
  readonly #sources = new Numbered();
  readonly #pages = new Numbered();
  #policy: Policy | undefined;
  #lines = 0;

  constructor(name: PolicyName) {
    this.#name = name;
  }

  /** Takes one line, and answers it if it asks; a UsageError names the line and what is wrong with it. */
  hear(line: string): string | undefined {
    this.#lines++;
    if (line.trim() === '') return undefined;
    try {
      return this.#answer(readMessage(line));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`line ${this.#lines}: ${error.message}`);
    }
  }

  #answer(message: Message): string | undefined {
    if (message.says === 'init') return void this.#open(message);
    const policy = this.#policy;
    if (policy === undefined) throw new UsageError('init comes first');
    switch (message.says) {
      case 'next':
        return this.#next(policy, message.at);
      case 'visits': {
        const visits = message.visits.map(([url, at]) => [this.#pages.of(url), at] as const);
        return void policy.visited({ visits, from: message.from, to: message.to });
      }
      case 'source':
        return void this.#crawledSource(policy, message);
      case 'page': {
        const { url, at, published } = message;
        return void policy.crawledPage({ page: this.#pages.of(url), at, published });
      }
    }
  }

  #open({ rate, seed, sources, feedback }: Message & { says: 'init' }): void {
    if (this.#policy !== undefined) throw new UsageError('init comes only once');
    const policy = openPolicy(this.#name, { rate, feedback, start: 0, random: seededRandom(seed) });
    const hosts = new Numbered();
    const added = [...new Set(sources)].map((url) => ({
      source: this.#sources.of(url),
      host: hosts.of(hostOf(url)),
    }));
    policy.addSources(added, 0);
    this.#policy = policy;
  }

  #next(policy: Policy, at: number): string {
    const job = policy.next(at);
    if (job === undefined) return '{"url":null}';
    const names = job.kind === 'source' ? this.#sources : this.#pages;
    return JSON.stringify({ url: names.name(job.id) });
  }

  #crawledSource(policy: Policy, crawl: Message & { says: 'source' }): void {
    const source = this.#sources.find(crawl.url);
    if (source === undefined)
      throw new UsageError(`crawled.url: ${crawl.url} is no source of init`);
    const links = crawl.links.map(([url, published]) => [this.#pages.of(url), published] as const);
    const { at, listed, overflow } = crawl;
    policy.crawledSource({ source, at, links, listed, overflow });
  }
}

/** What stands for the host in a name that is no URL is its first part. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.split('/')[0]!;
}
