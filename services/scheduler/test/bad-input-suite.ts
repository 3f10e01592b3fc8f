import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Policy, type Settings } from '@mayfly/contracts/crawl/v1';
import { durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { BAD_AT_THE_DOOR } from './bad-door-cases.ts';
import { Harness } from './harness.ts';

const A = 'https://a.test/';
const HUGE = 'x'.repeat(1_000_000);

const settings = (more: Partial<Settings> = {}): Settings => ({
  policy: Policy.POLICY_BFS,
  private: false,
  ...more,
});
const scope = (more: object) =>
  settings({ scope: { sites: [], hosts: [], prefixes: [], domains: [], ...more } });

type Case = [
  what: string,
  call: (harness: Harness) => Promise<unknown>,
  code: string,
  field: string,
];

const create =
  (name: string, seeds: string[], given: Settings | undefined = settings()) =>
  async ({ client }: Harness) =>
    client.createCrawl({ name, seeds, settings: given });
const withSettings = (given: Settings) => create('bad', [A], given);

const CREATE: Case[] = [
  ['no name', create('', [A]), 'REQUEST_INVALID', 'name'],
  ['a huge name', create(HUGE, [A]), 'REQUEST_INVALID', 'name'],
  ['a name in capitals', create('News', [A]), 'REQUEST_INVALID', 'name'],
  ['a hyphen at the end', create('news-', [A]), 'REQUEST_INVALID', 'name'],
  ['the built-in name', create('by-hand', [A]), 'REQUEST_INVALID', 'name'],
  ['no seeds', create('bad', []), 'REQUEST_INVALID', 'seeds'],
  ['too many seeds', create('bad', Array<string>(10_001).fill(A)), 'REQUEST_INVALID', 'seeds'],
  ['a bad seed', create('bad', [A, 'ftp://a.test/']), 'URL_INVALID', 'seeds[1]'],
  ['a huge seed', create('bad', [A + HUGE]), 'URL_INVALID', 'seeds[0]'],
  [
    'no settings',
    ({ client }) => client.createCrawl({ name: 'bad', seeds: [A] }),
    'REQUEST_INVALID',
    'settings',
  ],
  [
    'an unknown policy',
    withSettings(settings({ policy: 99 as 1 })),
    'REQUEST_INVALID',
    'settings.policy',
  ],
  ['a share of 0', withSettings(settings({ share: 0 })), 'REQUEST_INVALID', 'settings.share'],
  ['a share of NaN', withSettings(settings({ share: NaN })), 'REQUEST_INVALID', 'settings.share'],
  [
    'no pages',
    withSettings(settings({ limits: { maxPages: 0 } })),
    'REQUEST_INVALID',
    'settings.limits.max_pages',
  ],
  [
    'a negative rate',
    withSettings(settings({ limits: { requestsPerSecond: -1 } })),
    'REQUEST_INVALID',
    'settings.limits.requests_per_second',
  ],
  [
    'an endless rate',
    withSettings(settings({ limits: { siteRequestsPerSecond: Infinity } })),
    'REQUEST_INVALID',
    'settings.limits.site_requests_per_second',
  ],
  [
    'a short interval',
    withSettings(settings({ revisitInterval: durationOf(999) })),
    'REQUEST_INVALID',
    'settings.revisit_interval',
  ],
  [
    'manners of a public crawl',
    withSettings(settings({ manners: {} })),
    'REQUEST_INVALID',
    'settings.manners',
  ],
  [
    'a negative delay',
    withSettings(settings({ private: true, manners: { delay: durationOf(-1) } })),
    'REQUEST_INVALID',
    'settings.manners.delay',
  ],
  [
    'a delay of two days',
    withSettings(settings({ private: true, manners: { delay: durationOf(172_800_000) } })),
    'REQUEST_INVALID',
    'settings.manners.delay',
  ],
  [
    'a negative factor',
    withSettings(settings({ private: true, manners: { busyFactor: -1 } })),
    'REQUEST_INVALID',
    'settings.manners.busy_factor',
  ],
  [
    'no leases',
    withSettings(settings({ private: true, manners: { leasesAtATime: 0 } })),
    'REQUEST_INVALID',
    'settings.manners.leases_at_a_time',
  ],
  ['an empty scope', withSettings(scope({})), 'REQUEST_INVALID', 'settings.scope'],
  ['a huge scope', withSettings(scope({ sites: [HUGE] })), 'REQUEST_INVALID', 'settings.scope'],
  [
    'no site',
    withSettings(scope({ sites: ['www.a.test'] })),
    'REQUEST_INVALID',
    'settings.scope.sites[0]',
  ],
  [
    'no host',
    withSettings(scope({ hosts: ['a.test', 'A b'] })),
    'REQUEST_INVALID',
    'settings.scope.hosts[1]',
  ],
  [
    'no prefix',
    withSettings(scope({ prefixes: ['a.test/x'] })),
    'REQUEST_INVALID',
    'settings.scope.prefixes[0]',
  ],
];

async function firstOf<T>(events: AsyncIterable<T>): Promise<T | undefined> {
  for await (const event of events) return event;
  return undefined;
}

const OTHERS: Case[] = [
  [
    'no URLs',
    ({ client }) => client.submitUrls({ crawl: 'by-hand', urls: [] }),
    'REQUEST_INVALID',
    'urls',
  ],
  [
    'too many URLs',
    ({ client }) => client.submitUrls({ crawl: 'by-hand', urls: Array<string>(10_001).fill(A) }),
    'REQUEST_INVALID',
    'urls',
  ],
  [
    'a negative age',
    ({ client }) => client.submitUrls({ crawl: 'by-hand', urls: [A], maxAge: durationOf(-1) }),
    'REQUEST_INVALID',
    'max_age',
  ],
  [
    'no crawl',
    ({ client }) => client.submitUrls({ crawl: '', urls: [A] }),
    'REQUEST_INVALID',
    'crawl',
  ],
  [
    'an unknown crawl',
    ({ client }) => client.submitUrls({ crawl: 'x', urls: [A] }),
    'CRAWL_UNKNOWN',
    'crawl',
  ],
  ['a bad URL', ({ client }) => client.getUrl({ crawl: '', url: 'x' }), 'URL_INVALID', 'url'],
  ['no URL', ({ client }) => client.getUrl({ crawl: '', url: '' }), 'URL_INVALID', 'url'],
  [
    'a URL of an unknown crawl',
    ({ client }) => client.getUrl({ crawl: 'x', url: A }),
    'CRAWL_UNKNOWN',
    'crawl',
  ],
  [
    'a URL of a bad crawl',
    ({ client }) => client.getUrl({ crawl: HUGE, url: A }),
    'REQUEST_INVALID',
    'crawl',
  ],
  [
    'watching a bad URL',
    ({ client }) => firstOf(client.watchUrls({ crawl: 'by-hand', urls: [A, 'x'] })),
    'REQUEST_INVALID',
    'urls[1]',
  ],
  [
    'watching too many',
    ({ client }) =>
      firstOf(client.watchUrls({ crawl: 'by-hand', urls: Array<string>(10_001).fill(A) })),
    'REQUEST_INVALID',
    'urls',
  ],
  [
    'watching an unknown crawl',
    ({ client }) => firstOf(client.watchUrls({ crawl: 'x', urls: [] })),
    'CRAWL_UNKNOWN',
    'crawl',
  ],
  [
    'an unknown crawl to show',
    ({ client }) => client.getCrawl({ name: 'x' }),
    'CRAWL_UNKNOWN',
    'name',
  ],
  ['no crawl to show', ({ client }) => client.getCrawl({ name: '' }), 'REQUEST_INVALID', 'name'],
  [
    'a page of nothing',
    ({ client }) => client.listCrawls({ pageSize: 0, pageToken: '' }),
    'REQUEST_INVALID',
    'page_size',
  ],
  [
    'a page too large',
    ({ client }) => client.listCrawls({ pageSize: 1_001, pageToken: '' }),
    'REQUEST_INVALID',
    'page_size',
  ],
  [
    'a cursor that is none',
    ({ client }) => client.listCrawls({ pageToken: HUGE }),
    'REQUEST_INVALID',
    'page_token',
  ],
  [
    'limits of 0',
    ({ client }) => client.updateCrawl({ name: 'x', limits: { maxPages: 0 } }),
    'REQUEST_INVALID',
    'limits.max_pages',
  ],
  [
    'no interval',
    ({ client }) => client.updateCrawl({ name: 'x', revisitInterval: durationOf(0) }),
    'REQUEST_INVALID',
    'revisit_interval',
  ],
  [
    'an unknown crawl to change',
    ({ client }) => client.updateCrawl({ name: 'x' }),
    'CRAWL_UNKNOWN',
    'name',
  ],
  [
    'an unknown crawl to pause',
    ({ client }) => client.pauseCrawl({ name: 'x' }),
    'CRAWL_UNKNOWN',
    'name',
  ],
  [
    'by-hand to pause',
    ({ client }) => client.pauseCrawl({ name: 'by-hand' }),
    'REQUEST_INVALID',
    'name',
  ],
  [
    'an unknown crawl to resume',
    ({ client }) => client.resumeCrawl({ name: 'x' }),
    'CRAWL_UNKNOWN',
    'name',
  ],
  [
    'by-hand to delete',
    ({ client }) => client.deleteCrawl({ name: 'by-hand' }),
    'REQUEST_INVALID',
    'name',
  ],
  [
    'a bad name to delete',
    ({ client }) => client.deleteCrawl({ name: '-' }),
    'REQUEST_INVALID',
    'name',
  ],
];

export function badInputSuite(kind: EngineKind): void {
  describe(`bad input (${kind})`, () => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await Harness.open(kind);
    });
    afterAll(() => harness[Symbol.asyncDispose]());

    it.each([...CREATE, ...OTHERS, ...BAD_AT_THE_DOOR])(
      '%s is refused by its name',
      async (_, call, code, field) => {
        const refusal = call(harness);
        await expect(refusal).rejects.toMatchObject({ code });
        await refusal.catch(({ message }: Error) => {
          expect(message.slice(0, field.length + 2)).toBe(`${field}: `);
        });
      },
    );

    it('leaves the scheduler as it was', async () => {
      expect(await harness.client.getStatus({})).toMatchObject({ crawls: 0, submitted: 0 });
    });
  });
}
