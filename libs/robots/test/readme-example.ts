import { parseRobots, restoreRules } from '@mayfly/robots';

export async function example() {
  const robots = parseRobots(`
    User-agent: *
    Disallow: /

    User-agent: Mayfly
    Disallow: /search
    Allow: /search/about$
    Crawl-delay: 2.5

    Sitemap: https://example.org/news.xml
  `);
  const rules = restoreRules(JSON.parse(JSON.stringify(robots.for('mayfly'))));
  return {
    home: rules.isAllowed('/'),
    search: rules.decide('/search?q=%6dayfly'),
    about: rules.decide('/search/about'),
    crawlDelayMs: rules.crawlDelayMs,
    sitemaps: rules.sitemaps,
    others: robots.for('somebody').isAllowed('/'),
  };
}
