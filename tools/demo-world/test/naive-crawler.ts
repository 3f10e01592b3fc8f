import { hash } from 'node:crypto';
import { type RobotsRules, robotsRules } from '../src/robots-rules.ts';
import { ask } from './ask.ts';

/** What a URL turned out to be. */
export interface Crawled {
  readonly url: string;
  readonly status: number | 'robots-disallowed';
  readonly location?: string;
  readonly sha256?: string;
}

const AGENT = 'Mayfly/0.1 (+mailto:test@example.test)';

/** Asks for everything it reads about, breadth first, one request after the other, as robots.txt allows. */
export async function crawl(port: number, seeds: readonly string[]): Promise<Crawled[]> {
  const heard = new Set(seeds);
  const hosts = new Map<string, RobotsRules>();
  const crawled: Crawled[] = [];
  for (const url of heard) {
    const { host, pathname, search } = new URL(url);
    if (!hosts.has(host)) {
      const { status, body } = await robots(port, `http://${host}/robots.txt`);
      hosts.set(host, robotsRules(status === 200 ? body : '', AGENT));
      for (const [, sitemap] of body.matchAll(/^Sitemap: (\S+)$/gm)) {
        if (new URL(sitemap!).host === host) heard.add(sitemap!);
      }
    }
    if (!hosts.get(host)!.allows(pathname + search)) {
      crawled.push({ url, status: 'robots-disallowed' });
      continue;
    }
    const { status, headers, body } = await ask(port, url, {
      'user-agent': AGENT,
      'accept-encoding': 'gzip',
    });
    const location = headers.location as string | undefined;
    if (location !== undefined) heard.add(new URL(location, url).href);
    if (status === 200) for (const link of linksIn(body)) heard.add(new URL(link, url).href);
    crawled.push({
      url,
      status,
      ...(location === undefined ? {} : { location }),
      ...(status === 200 ? { sha256: hash('sha256', body) } : {}),
    });
  }
  return crawled;
}

async function robots(port: number, url: string): Promise<{ status: number; body: string }> {
  const { status, headers, body } = await ask(port, url, { 'user-agent': AGENT });
  return status === 301 ? robots(port, headers.location as string) : { status, body };
}

/** By regular expression: the spec must not read pages with the code that wrote them. */
export function linksIn(text: string): string[] {
  const found = [
    ...text.matchAll(/<(?:a|link)\b[^>]*\bhref="([^"]+)"/g),
    ...text.matchAll(/<(?:loc|link|guid)\b[^>]*>([^<]+)</g),
  ];
  return found.map((match) => match[1]!.replaceAll('&amp;', '&'));
}
