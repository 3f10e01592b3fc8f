import { describe, expect, it } from '@jest/globals';
import { seededRandom, testSeed } from '@mayfly/testing';
import { restoreRules, type StoredRules } from './agent-rules.ts';
import { parseRobots } from './parse-robots.ts';
import { MAX_ROBOTS_BYTES } from './read-records.ts';

const allowed = (file: string | Uint8Array, path: string, agent = 'foobot') =>
  parseRobots(file).for(agent).isAllowed(path);

describe('groups', () => {
  const file = [
    'User-Agent: foobot',
    'Disallow: /a',
    'User-agent: barbot',
    'User-agent: bazbot/2.0',
    'Disallow: /b',
    'User-agent: *',
    'Disallow: /c',
    'user-agent: FooBot',
    'disallow: /d',
  ].join('\n');

  it.each([
    ['/a', 'foobot', false],
    ['/d', 'foobot', false],
    ['/c', 'foobot', true],
    ['/b', 'barbot', false],
    ['/b', 'BazBot', false],
    ['/a', 'bazbot', true],
    ['/c', 'somebody', false],
    ['/b', 'somebody', true],
    ['/a', 'foo', true],
  ])('%s for %s: %s', (path, agent, expected) => {
    expect(allowed(file, path, agent)).toBe(expected);
  });

  it('allow everything where there is none for the agent', () => {
    expect(allowed('User-agent: other\nDisallow: /', '/')).toBe(true);
    expect(allowed('', '/')).toBe(true);
  });

  it('have no rules before the first agent', () => {
    expect(allowed('Disallow: /\nUser-agent: *\nDisallow: /a', '/b')).toBe(true);
  });

  it('are not parted by records that are no rules', () => {
    const file = 'User-agent: foobot\nSitemap: /s\nCrawl-delay: 1\nUser-agent: barbot\nDisallow: /';
    expect([allowed(file, '/', 'foobot'), allowed(file, '/', 'barbot')]).toEqual([false, false]);
  });

  it('end at a rule that matches nothing', () => {
    const file = 'User-agent: foobot\nDisallow:\nUser-agent: barbot\nDisallow: /';
    expect([allowed(file, '/', 'foobot'), allowed(file, '/', 'barbot')]).toEqual([true, false]);
  });
});

describe('the example of RFC 9309, section 5.1', () => {
  const file = `
User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`;
  it.each([
    ['other', '/a.gif', false],
    ['other', '/example/a', false],
    ['other', '/publications/a', true],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/example/', false],
    ['barbot', '/example/page.html', false],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/a.gif', true],
    ['quxbot', '/example/', true],
  ])('%s, %s: %s', (agent, path, expected) => {
    expect(allowed(file, path, agent)).toBe(expected);
  });

  it('lets the longest match decide (section 5.2)', () => {
    const longest = `User-Agent: foobot
Allow: /example/page/
Disallow: /example/page/disallowed.gif`;
    expect(allowed(longest, '/example/page/disallowed.gif')).toBe(false);
  });

  it('allows where two rules are as long', () => {
    expect(allowed('User-agent: *\nDisallow: /page\nAllow: /page', '/page')).toBe(true);
  });
});

describe('percent-encoding (section 2.2.2)', () => {
  it.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/%7Ejoe/', '/~joe/index.html'],
    ['/file-with-a-%2A.html', '/file-with-a-*.html'],
    ['/path/foo-%24', '/path/foo-$'],
    ['/a b', '/a%20b'],
    ['/100%', '/100%25'],
  ])('%s matches %s', (pattern, path) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(false);
  });

  it('does not decode what has a meaning', () => {
    expect(allowed('User-agent: *\nDisallow: /a%2Fb', '/a/b')).toBe(true);
    expect(allowed('User-agent: *\nDisallow: /a%2Ab', '/aXb')).toBe(true);
  });

  it('allows only where both readings of an escape agree', () => {
    const file = 'User-agent: *\nDisallow: /\nAllow: /%7Euser/\nAllow: /caf%c3%a9';
    expect([allowed(file, '/%7euser/'), allowed(file, '/~user/')]).toEqual([true, false]);
    expect([allowed(file, '/caf%C3%A9'), allowed(file, '/café')]).toEqual([true, false]);
  });

  it('forbids in either reading', () => {
    const file = 'User-agent: *\nDisallow: /%7Euser/\nDisallow: /caf%c3%a9';
    const paths = ['/%7euser/', '/~user/', '/caf%C3%A9', '/café'];
    expect(paths.map((path) => allowed(file, path))).toEqual([false, false, false, false]);
  });

  it('takes octets that are no UTF-8 as they are', () => {
    const file = Buffer.from('User-agent: *\nDisallow: /caf\xe9', 'latin1');
    expect([allowed(file, '/caf%E9'), allowed(file, '/caf%C3%A9')]).toEqual([false, true]);
  });
});

describe('lines', () => {
  it.each(['\n', '\r', '\r\n'])('end with %j', (end) => {
    expect(allowed(['User-agent: *', 'Disallow: /a', 'Allow: /b'].join(end), '/a')).toBe(false);
  });

  it('may have comments, spaces, a byte order mark, and keys of any case', () => {
    const file = '\ufeff USER-AGENT : * # all\n\tDisAllow\t:\t/a # not /b\n';
    expect([allowed(file, '/a'), allowed(file, '/b')]).toEqual([false, true]);
  });

  it('say nothing where they are no record, or their pattern no path', () => {
    const file = 'User-agent: *\nDisallow: a\nDisallow\n<html>\nDisallow: /x';
    expect([allowed(file, '/a'), allowed(file, '/x')]).toEqual([true, false]);
  });

  it.each(['Dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'])('count as %s', (key) => {
    const file = `Useragent: *\n${key}: /a\nSite-map: /s\nUser agent: foobot\nDisallow: /b`;
    expect([allowed(file, '/a'), allowed(file, '/b')]).toEqual([true, false]);
    const others = parseRobots(file);
    expect([others.for('other').isAllowed('/a'), others.sitemaps]).toEqual([false, ['/s']]);
  });

  it('count without their colon where they are two words', () => {
    const file = 'user-agent foobot\ndisallow /a\ndisallow /b /c\nplease disallow';
    expect([allowed(file, '/a'), allowed(file, '/b')]).toEqual([false, true]);
  });

  it('are cut where whoever fetched them stopped at the limit', () => {
    const head = 'User-agent: *\nDisallow: /a\n#';
    const file = `${head.padEnd(MAX_ROBOTS_BYTES - 12, 'x')}\nDisallow: /`;
    expect(Buffer.byteLength(file)).toBe(MAX_ROBOTS_BYTES);
    expect([allowed(file, '/a'), allowed(file, '/b')]).toEqual([false, true]);
    expect(allowed(`${file.replace('x', '')}\n`, '/b')).toBe(false);
  });

  it('are counted in bytes as they are received', () => {
    const filler = `#${'я'.repeat(MAX_ROBOTS_BYTES / 2 - 40)}`;
    const file = `User-agent: *\n${filler}\nDisallow: /in\n${'#'.repeat(80)}\nDisallow: /out\n`;
    expect(file.length).toBeLessThan(MAX_ROBOTS_BYTES);
    expect([allowed(file, '/in'), allowed(file, '/out')]).toEqual([false, true]);
  });

  it('are read up to 500 KiB, and one that is cut counts for nothing', () => {
    const head = 'User-agent: *\nDisallow: /a\n#';
    const file = `${head.padEnd(MAX_ROBOTS_BYTES - 12, 'x')}\nDisallow: /news\nDisallow: /c`;
    expect(file.slice(0, MAX_ROBOTS_BYTES).slice(-11)).toBe('Disallow: /');
    expect([allowed(file, '/a'), allowed(file, '/b')]).toEqual([false, true]);
  });
});

describe('crawl-delay and sitemap', () => {
  it('are read, the delay for its group and sitemaps for all', () => {
    const robots = parseRobots(
      'Sitemap: https://a.test/ü.xml\nUser-agent: a\nCrawl-delay: 0.5\nDisallow:\nUser-agent: *\nCrawl-delay: 7 s',
    );
    expect([robots.for('a').crawlDelayMs, robots.for('b').crawlDelayMs]).toEqual([500, 7_000]);
    expect([robots.sitemaps, robots.for('a').sitemaps]).toEqual(
      Array(2).fill(['https://a.test/ü.xml']),
    );
  });

  it.each(['', 'soon', '-1', 'NaN', 'Infinity'])('have no delay of %j', (delay) => {
    expect(parseRobots(`User-agent: *\nCrawl-delay: ${delay}`).for('a').crawlDelayMs).toBe(
      undefined,
    );
  });

  it('cut a delay at a day', () => {
    const rules = parseRobots(`User-agent: *\nCrawl-delay: ${'9'.repeat(400)}`).for('a');
    expect(rules.crawlDelayMs).toBe(86_400_000);
  });
});

describe('stored rules', () => {
  it('say the same when they come back', () => {
    const rules = parseRobots('User-agent: *\nDisallow: /*/ü$\nAllow: /a\nCrawl-delay: 1').for('a');
    const again = restoreRules(JSON.parse(JSON.stringify(rules)) as StoredRules);
    expect(again.decide('/x/%C3%BC')).toEqual({ allowed: false, pattern: '/*/%C3%BC$' });
    expect(JSON.stringify(again)).toBe(JSON.stringify(rules));
  });

  it('keep every rule of a file in another script', () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `Disallow: /новости/статья-${at}/`);
    const file = Buffer.from(['User-agent: *', ...lines].join('\n'));
    expect(file.length).toBeGreaterThan(300_000);
    const rules = parseRobots(file).for('a');
    const row = JSON.stringify(rules);
    expect(row.length).toBeLessThan(200_000);
    const again = restoreRules(JSON.parse(row) as StoredRules);
    const last = encodeURI('/новости/статья-8999/');
    expect([rules.isAllowed(last), again.isAllowed(last)]).toEqual([false, false]);
    expect(again.isAllowed(encodeURI('/новости/статья-9000/'))).toBe(true);
  });

  it('stay readable where they are small', () => {
    const rules = parseRobots('User-agent: *\nDisallow: /a').for('a');
    expect(rules.toJSON()).toEqual({ allow: [], disallow: ['/a'], sitemaps: [] });
  });

  const random = seededRandom(testSeed());
  const noise = (least: number) =>
    Buffer.from(
      Uint8Array.from({ length: MAX_ROBOTS_BYTES }, () => least + random() * (256 - least)),
    );
  it.each([
    ['escapes', Buffer.alloc(MAX_ROBOTS_BYTES, 'User-agent: *\nDisallow: /\xff"\\\x01', 'latin1')],
    ['noise', Buffer.concat(chunked(noise(14), 'Disallow: /'))],
    ['noise beyond ASCII', Buffer.concat(chunked(noise(128), 'Disallow: /'))],
    ['sitemaps of noise', Buffer.concat(chunked(noise(14), 'Sitemap: '))],
  ])('fit into a row of 1 MiB: %s', (_, file) => {
    const row = JSON.stringify(parseRobots(file).for('a'));
    expect(Buffer.byteLength(row)).toBeLessThan(1_000_000);
  });

  /** The noise in lines of 2,000 octets that begin with a key. */
  function chunked(octets: Buffer, key: string): Buffer[] {
    const begin = [Buffer.from('User-agent: *\n')];
    return begin.concat(
      Array.from({ length: 252 }, (__, at) =>
        Buffer.concat([
          Buffer.from(key),
          octets.subarray(at * 2_000, (at + 1) * 2_000),
          Buffer.from('\n'),
        ]),
      ),
    );
  }
});

describe('content signals', () => {
  const file = [
    'Content-Signal: search=yes',
    'User-agent: a',
    'Content-Signal: ai-train=no, ai-input=yes',
    'Disallow:',
    'User-agent: *',
    'Content-Usage: train-ai=n',
    'Disallow: /x',
  ].join('\n');

  it('are kept for their agent, those before any group for all', () => {
    const robots = parseRobots(file);
    expect(robots.for('a').contentSignals).toEqual(['search=yes', 'ai-train=no, ai-input=yes']);
    expect(robots.for('b').contentSignals).toEqual(['search=yes', 'train-ai=n']);
  });

  it('come back from a row', () => {
    const row = JSON.stringify(parseRobots(file).for('a'));
    expect(restoreRules(JSON.parse(row) as StoredRules).contentSignals).toHaveLength(2);
  });

  it('do not part lines that name agents', () => {
    const robots = parseRobots(
      'User-agent: a\nContent-Signal: search=no\nUser-agent: b\nDisallow: /',
    );
    expect([robots.for('a').isAllowed('/'), robots.for('b').isAllowed('/')]).toEqual([
      false,
      false,
    ]);
  });
});
