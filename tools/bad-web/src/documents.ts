import { type Behaviour, type ExpectedOutcome, LIMITS, reply } from './behaviour.ts';

const LARGE = 10_000_000;
const READ: readonly ExpectedOutcome[] = ['ok'];

const hostile = (
  name: string,
  does: string,
  make: () => string,
  contentType = 'text/html',
  expected: readonly ExpectedOutcome[] = [...READ, 'unreadable'],
): Behaviour => {
  let body: Buffer | undefined;
  return {
    ...{ name, does, expected },
    answer: (socket) => {
      body ??= reply(make().slice(0, LIMITS.maxBodyBytes), { 'content-type': contentType });
      socket.write(body);
    },
  };
};

const entities = (count: number): string => {
  const lines = Array.from({ length: count }, (_, at) => {
    const before = at === 0 ? 'lol' : `&l${at - 1};`.repeat(10);
    return `<!ENTITY l${at} "${before}">`;
  });
  return `<!DOCTYPE x [${lines.join('')}]>`;
};
const XXE = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>';

/** Documents made to hurt whoever reads them. */
export const DOCUMENTS: readonly Behaviour[] = [
  hostile('ten-megabytes-of-div', 'nests elements two million deep', () =>
    '<div>'.repeat(LARGE / 5),
  ),
  hostile('unclosed-tags', 'begins tags and never ends them', () => '<a <b '.repeat(LARGE / 6)),
  hostile(
    'giant-attribute',
    'has an attribute of ten megabytes',
    () => `<a href="${'a'.repeat(LARGE)}">`,
  ),
  hostile(
    'million-attributes',
    'has an element with a million attributes',
    () => `<a ${'a=b '.repeat(LARGE / 5)}>`,
  ),
  hostile('million-links', 'has a million links', () => '<a href=x>'.repeat(1_000_000)),
  hostile('million-entities', 'has a million character references', () =>
    '&notit;'.repeat(1_000_000),
  ),
  hostile('open-comment', 'begins comments and never ends them', () => '<!--'.repeat(LARGE / 4)),
  hostile('open-script', 'begins scripts in scripts', () => '<script><!--'.repeat(LARGE / 12)),
  hostile('changing-charset', 'says again and again that its charset is another', () =>
    '<meta charset=utf-16><meta charset=big5>'.repeat(10_000),
  ),
  hostile(
    'billion-laughs-sitemap',
    'has entities of entities in a sitemap',
    () => `<?xml version="1.0"?>${entities(12)}<urlset><url><loc>&l11;</loc></url></urlset>`,
    'application/xml',
  ),
  hostile(
    'billion-laughs-feed',
    'has entities of entities in a feed',
    () =>
      `<?xml version="1.0"?>${entities(12)}<rss version="2.0"><channel><title>&l11;</title></channel></rss>`,
    'application/rss+xml',
  ),
  hostile(
    'file-in-sitemap',
    'has an entity that is a file of ours',
    () => `<?xml version="1.0"?>${XXE}<urlset><url><loc>http://a.test/&file;</loc></url></urlset>`,
    'application/xml',
    READ,
  ),
  hostile(
    'deep-xml',
    'nests elements of a feed',
    () => `<rss version="2.0"><channel>${'<item>'.repeat(LARGE / 6)}`,
    'application/rss+xml',
  ),
];
