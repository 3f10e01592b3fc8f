/** One host of the world and what is special about it. */
export interface Site {
  readonly host: string;
  readonly title: string;
  readonly sections: readonly string[];
  readonly feed: 'rss' | 'atom';
  /** Its share of the articles, against the shares of the others; 0: it writes none. */
  readonly share: number;
  /** How much its articles are read, 1 being usual. */
  readonly renown: number;
  /** How long half of the interest in an article takes to fade. */
  readonly halfLifeMs: number;
  /** Whether its links are written in full. */
  readonly absolute?: true;
  /** Whether its sitemap is an index of two. */
  readonly sitemapIndex?: true;
  /** Answers in gzip to whoever takes it. */
  readonly gzip?: true;
  /** Takes between so many milliseconds to answer. */
  readonly slowMs?: readonly [number, number];
  /** A host whose articles of its first section it copies, byte for byte. */
  readonly copies?: string;
  /** A host to which everything is redirected, robots.txt too. */
  readonly movedTo?: string;
}

const MINUTE_MS = 60_000;
const NEWS = { feed: 'rss', share: 5, renown: 2, halfLifeMs: 2 * MINUTE_MS } as const;
const BLOG = { feed: 'atom', share: 2, renown: 1, halfLifeMs: 10 * MINUTE_MS } as const;

/** The hosts that every world begins with, in this order. */
export const CAST: readonly Site[] = [
  {
    ...NEWS,
    host: 'harbour-news.test',
    title: 'Harbour News',
    sections: ['harbour', 'politics', 'culture', 'weather'],
    renown: 4,
    absolute: true,
    sitemapIndex: true,
  },
  {
    ...NEWS,
    host: 'morning-ledger.test',
    title: 'The Morning Ledger',
    sections: ['business', 'world', 'sport'],
  },
  {
    ...BLOG,
    host: 'www.example.test',
    title: 'An Example of a Blog',
    sections: ['notes', 'recipes'],
  },
  {
    ...BLOG,
    host: 'example.test',
    title: 'Moved',
    sections: [],
    share: 0,
    movedTo: 'www.example.test',
  },
  {
    ...NEWS,
    host: 'harbour-mirror.test',
    title: 'Harbour Mirror',
    sections: [],
    share: 0,
    copies: 'harbour-news.test',
  },
  { ...BLOG, host: 'short.test', title: 'Short Links', sections: [], share: 0 },
  {
    ...NEWS,
    host: 'two-voices.test',
    title: 'Two Voices',
    sections: ['opinion', 'letters', 'debate'],
    share: 4,
  },
  { ...BLOG, host: 'no-rules.test', title: 'No Rules', sections: ['diary', 'travel'] },
  { ...BLOG, host: 'patient-press.test', title: 'Patient Press', sections: ['essays'], share: 0.5 },
  {
    ...NEWS,
    host: 'shaky-times.test',
    title: 'The Shaky Times',
    sections: ['city', 'science'],
    share: 3,
  },
  {
    ...BLOG,
    host: 'slow-lane.test',
    title: 'The Slow Lane',
    sections: ['rails', 'rivers'],
    slowMs: [200, 500],
  },
  {
    ...BLOG,
    host: 'garden-notes.test',
    title: 'Garden Notes',
    sections: ['beds', 'bees'],
    gzip: true,
  },
];

/** The first so many of the cast, and after them ordinary blogs. */
export function sitesOf(count: number): readonly Site[] {
  const more = Array.from({ length: Math.max(0, count - CAST.length) }, (_, i) => blog(i + 1));
  return [...CAST.slice(0, count), ...more];
}

function blog(number: number): Site {
  return {
    ...BLOG,
    host: `blog-${number}.test`,
    title: `Blog Number ${number}`,
    sections: ['posts', 'reviews'],
  };
}
