import {
  parseRobots,
  readContentSignals,
  readRobotsTag,
  restoreRules,
  type StoredRules,
} from '@mayfly/robots';

export async function example() {
  const robots = parseRobots(`
    User-agent: *
    Disallow: /

    User-agent: Mayfly
    Disallow: /search
    Allow: /search/about$
    Crawl-delay: 2.5
    Content-Signal: search=yes, ai-train=no

    Sitemap: https://example.org/news.xml
  `);
  const row = JSON.stringify(robots.for('mayfly'));
  const rules = restoreRules(JSON.parse(row) as StoredRules);
  return {
    home: rules.isAllowed('/'),
    search: rules.decide('/search?q=%6dayfly'),
    about: rules.decide('/search/about'),
    crawlDelayMs: rules.crawlDelayMs,
    sitemaps: rules.sitemaps,
    signals: readContentSignals(rules.contentSignals),
    page: readRobotsTag(['noarchive, otherbot: noindex'], 'mayfly'),
    others: robots.for('somebody').isAllowed('/'),
  };
}
