import type { Site } from './site.ts';

/** How a host answers for its robots.txt. */
export type RobotsAnswer =
  | { readonly status: 200; readonly text: string }
  | { readonly status: 301; readonly location: string }
  | { readonly status: number };

/** What each host says to crawlers when the world begins. */
export function robotsOf(
  site: Site,
  { crawlDelayS }: { readonly crawlDelayS: number },
): RobotsAnswer {
  if (site.movedTo !== undefined) {
    return { status: 301, location: `http://${site.movedTo}/robots.txt` };
  }
  if (site.host === 'no-rules.test') return { status: 404 };
  const lines = [
    ...(RULES[site.host] ?? ['User-agent: *', 'Disallow:']),
    ...(site.host === 'patient-press.test' ? [`Crawl-delay: ${crawlDelayS}`] : []),
    `Sitemap: http://${site.host}/sitemap.xml`,
    ...(MORE_SITEMAPS[site.host] ?? []),
  ];
  return { status: 200, text: `${lines.join('\n')}\n` };
}

const RULES: Readonly<Record<string, readonly string[]>> = {
  'harbour-news.test': [
    'User-agent: *',
    'Disallow: /search',
    'Disallow: /private/',
    'Allow: /private/press',
  ],
  'morning-ledger.test': ['# Papers are for subscribers', 'User-agent: *', 'Disallow: /*.pdf$'],
  'www.example.test': ['User-agent: *', 'Disallow: /wp-admin/'],
  'short.test': ['User-agent: *', 'Disallow: /stats/'],
  'two-voices.test': [
    'User-agent: mayfly',
    'Disallow: /drafts/',
    '',
    'User-agent: greedybot',
    'User-agent: other-bot',
    'Disallow: /',
    '',
    'User-agent: *',
    'Disallow: /opinion/',
  ],
  'patient-press.test': ['User-agent: *', 'Disallow: /proofs/'],
  'garden-notes.test': ['User-agent: *', 'Disallow: /calendar/'],
};

const MORE_SITEMAPS: Readonly<Record<string, readonly string[]>> = {
  'morning-ledger.test': ['Sitemap: http://morning-ledger.test/supplement-sitemap.xml'],
};
