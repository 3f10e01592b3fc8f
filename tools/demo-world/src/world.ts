import { type Article, articleOf, copyOf } from './article.ts';
import { feed } from './feeds.ts';
import { calendarPage, type Failures, ODDITIES, type Surroundings } from './oddities.ts';
import { randomOf } from './random.ts';
import { failure, redirect, type Resource } from './resource.ts';
import { type RobotsAnswer, robotsOf } from './robots-text.ts';
import { aboutPage, articlePage, frontPage, sectionPage, type SiteView } from './site-pages.ts';
import { sitemap } from './sitemaps.ts';
import { type Site, sitesOf } from './site.ts';

/** What makes one world differ from another. */
export interface WorldSettings {
  readonly seed: number;
  readonly hosts: number;
  /** Articles that are there when it begins. */
  readonly articles: number;
  readonly failures: Failures;
  /** What the one host with a Crawl-delay asks for. */
  readonly crawlDelayS: number;
  /** When it begins, in milliseconds since 1970. */
  readonly startMs: number;
}

const DAY_MS = 86_400_000;
const BETWEEN_OLD_ARTICLES_MS = 7 * 60_000;
const COPIES = 25;
const NEWEST = 4;
const RELATED = 3;

/** The web as it is now, without a server: what each URL answers follows from the settings and what was published. */
export class World {
  readonly settings: WorldSettings;
  readonly sites: readonly Site[];
  readonly #byHost = new Map<string, Article[]>();
  readonly #byUrl = new Map<string, Article>();
  readonly #articles: Article[] = [];
  readonly #surroundings: Surroundings;

  constructor(settings: WorldSettings) {
    this.settings = settings;
    this.sites = sitesOf(settings.hosts);
    this.#surroundings = {
      seed: settings.seed,
      failures: settings.failures,
      article: (host, which) => this.#articleUrl(host, which),
    };
    // Dated back from midnight: started twice on one day, the world says the same.
    const midnightMs = settings.startMs - (settings.startMs % DAY_MS);
    for (let id = 0; id < settings.articles; id += 1) {
      this.#add(midnightMs - (settings.articles - id) * BETWEEN_OLD_ARTICLES_MS);
    }
  }

  /** All articles, oldest first; copies are not among them. */
  get articles(): readonly Article[] {
    return this.#articles;
  }

  /** The next article is there from now on: on its front page, in its section, feed and sitemap. */
  publish(nowMs: number): Article {
    return this.#add(nowMs);
  }

  /** What robots.txt of a host says when nobody has changed it. */
  robots(host: string): RobotsAnswer {
    const site = this.#site(host);
    return site === undefined ? { status: 404 } : robotsOf(site, this.settings);
  }

  /** What a URL answers now; a URL of no host of this world answers 404 like any other that is not there. */
  resource(url: string): Resource {
    const { host, pathname, search } = new URL(url);
    const site = this.#site(host);
    if (site === undefined) return failure({ status: 404 });
    const path = pathname + search;
    if (site.movedTo !== undefined) return redirect(`http://${site.movedTo}${path}`);
    return this.#document(this.#view(site), path) ?? failure({ status: 404 });
  }

  #document(view: SiteView, path: string): Resource | undefined {
    const { site } = view;
    const { startMs } = this.settings;
    if (path === '/') return frontPage(view);
    if (path === '/about') return aboutPage(view);
    if (path === '/feed.xml') return feed(view, startMs - (startMs % DAY_MS));
    const article = this.#byUrl.get(`http://${site.host}${path}`);
    if (article !== undefined) return this.#articlePage(article.copyOf ?? article);
    const oddity = view.oddities.find((each) => each.path === path);
    return (
      calendarPage(site.host, path) ??
      oddity?.answer(this.#surroundings) ??
      sitemap(view, path) ??
      this.#section(view, path)
    );
  }

  #section(view: SiteView, path: string): Resource | undefined {
    const [, section, page] = /^\/([a-z]+)\/(?:\?page=([1-9]\d{0,5}))?$/.exec(path) ?? [];
    if (section === undefined || !view.site.sections.includes(section)) return undefined;
    return sectionPage(view, section, Number(page ?? 1));
  }

  #articlePage(article: Article): Resource {
    const { seed } = this.settings;
    const before = this.#articlesOf(article.site.host).filter(({ id }) => id < article.id);
    const related = before.filter(({ section }) => section === article.section);
    const random = randomOf(seed, 'neighbours', article.id);
    const elsewhere = article.id === 0 ? undefined : this.#articles[random.below(article.id)];
    const picked = Array.from({ length: Math.min(RELATED, related.length) }, () =>
      random.pick(related),
    );
    return articlePage(seed, article, {
      newest: before.slice(-NEWEST).toReversed(),
      related: [...new Set(picked)],
      ...(elsewhere === undefined ? {} : { elsewhere }),
    });
  }

  #view(site: Site): SiteView {
    const { seed } = this.settings;
    const place = this.sites.indexOf(site);
    const friends = [1, 2, 3].map((step) => this.sites[(place + step) % this.sites.length]!);
    return {
      seed,
      site,
      articles: this.#articlesOf(site.host),
      oddities: ODDITIES[site.host] ?? [],
      friends: [...new Set(friends)].filter((friend) => friend !== site),
    };
  }

  #add(publishedMs: number): Article {
    const id = this.#articles.length;
    const article = articleOf(this.settings.seed, this.sites, { id, publishedMs });
    this.#articles.push(article);
    this.#file(article);
    for (const site of this.sites) {
      const wanted =
        site.copies === article.site.host && article.site.sections[0] === article.section;
      if (wanted && this.#articlesOf(site.host).length < COPIES) this.#file(copyOf(article, site));
    }
    return article;
  }

  #file(article: Article): void {
    const { host } = article.site;
    this.#byUrl.set(article.url, article);
    this.#byHost.set(host, this.#byHost.get(host) ?? []);
    this.#byHost.get(host)!.push(article);
  }

  #articleUrl(host: string, which: 'newest' | number): string {
    const articles = this.#articlesOf(host);
    const found = which === 'newest' ? articles.at(-1) : articles[which];
    return found?.url ?? `http://${host}/`;
  }

  #articlesOf(host: string): readonly Article[] {
    return this.#byHost.get(host) ?? [];
  }

  #site(host: string): Site | undefined {
    return this.sites.find((site) => site.host === host);
  }
}
