import {
  type Budget,
  BudgetKind,
  type GetQualityRequest,
  type ListSourcesRequest,
} from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type { Harness } from './harness.ts';

const A = 'https://a.test/';
const HUGE = 'x'.repeat(1_000_000);
const MANY = Array<string>(10_001).fill(A);
const DAY_MS = 86_400_000;
const INVALID = 'REQUEST_INVALID';

type Case = [
  what: string,
  call: (harness: Harness) => Promise<unknown>,
  code: string,
  field: string,
];

const wish =
  (more: object) =>
  async ({ client }: Harness) =>
    client.submitUrls({ crawl: 'by-hand', urls: [A], ...more });
const add =
  (crawl: string, urls: string[]) =>
  async ({ client }: Harness) =>
    client.addSources({ crawl, urls });
const drop =
  (crawl: string, urls: string[]) =>
  async ({ client }: Harness) =>
    client.removeSources({ crawl, urls });
const list =
  (more: Partial<ListSourcesRequest>) =>
  async ({ client }: Harness) =>
    client.listSources({ crawl: 'x', host: '', pageToken: '', ...more });
const quality =
  (more: Partial<GetQualityRequest>) =>
  async ({ client }: Harness) =>
    client.getQuality({ crawl: 'x', source: '', ...more });
const set =
  (...budgets: Partial<Budget>[]) =>
  async ({ client }: Harness) =>
    client.setBudget({
      budgets: budgets.map((budget) => ({
        ...{ kind: BudgetKind.BUDGET_KIND_ALL, name: '', handedOver: false, ...budget },
      })),
    });
const site = (name: string, more: Partial<Budget> = {}) => ({
  ...{ kind: BudgetKind.BUDGET_KIND_SITE, name, requestsPerSecond: 1, ...more },
});
const ofCrawl = (name: string) => ({ kind: BudgetKind.BUDGET_KIND_CRAWL, name });

/** What must be refused at the door for plans, sources, quality and budgets. */
export const BAD_AT_THE_DOOR: readonly Case[] = [
  ['a deadline in no time', wish({ deadline: durationOf(999) }), INVALID, 'deadline'],
  ['a negative deadline', wish({ deadline: durationOf(-5_000) }), INVALID, 'deadline'],
  ['a deadline far away', wish({ deadline: durationOf(31 * DAY_MS) }), INVALID, 'deadline'],
  ['a priority too high', wish({ priority: 101 }), INVALID, 'priority'],
  ['no sources to add', add('by-hand', []), INVALID, 'urls'],
  ['too many sources to add', add('x', MANY), INVALID, 'urls'],
  ['sources of by-hand', add('by-hand', [A]), INVALID, 'crawl'],
  ['sources of an unknown crawl', add('x', [A]), 'CRAWL_UNKNOWN', 'crawl'],
  ['sources of a bad crawl', add(HUGE, [A]), INVALID, 'crawl'],
  ['no sources to remove', drop('x', []), INVALID, 'urls'],
  ['too many sources to remove', drop('x', MANY), INVALID, 'urls'],
  ['sources of by-hand to remove', drop('by-hand', [A]), INVALID, 'crawl'],
  ['sources to remove from an unknown crawl', drop('x', [A]), 'CRAWL_UNKNOWN', 'crawl'],
  ['sources of an unknown crawl to list', list({}), 'CRAWL_UNKNOWN', 'crawl'],
  ['sources in no state', list({ state: 0 }), INVALID, 'state'],
  ['sources in an unknown state', list({ state: 9 as 1 }), INVALID, 'state'],
  ['sources of a bad host', list({ host: 'a.test/x' }), INVALID, 'host'],
  ['sources of a huge host', list({ host: HUGE }), INVALID, 'host'],
  ['a page of no sources', list({ pageSize: 0 }), INVALID, 'page_size'],
  ['a page of too many sources', list({ pageSize: 1_001 }), INVALID, 'page_size'],
  ['a bad cursor of sources', list({ pageToken: 'x' }), INVALID, 'page_token'],
  [
    'a page of no budgets',
    ({ client }) => client.getBudget({ pageSize: 0, pageToken: '' }),
    INVALID,
    'page_size',
  ],
  [
    'a bad cursor of budgets',
    ({ client }) => client.getBudget({ pageToken: HUGE }),
    INVALID,
    'page_token',
  ],
  ['no budgets', set(), INVALID, 'budgets'],
  ['too many budgets', set(...Array<object>(1_001).fill({})), INVALID, 'budgets'],
  ['a budget of nobody', set({ kind: 0 }), INVALID, 'budgets[0].kind'],
  ['a budget of 0', set({ requestsPerSecond: 0 }), INVALID, 'budgets[0].requests_per_second'],
  [
    'an endless budget',
    set({ requestsPerSecond: Infinity }),
    INVALID,
    'budgets[0].requests_per_second',
  ],
  ['a budget of all with a name', set({ name: 'a.test' }), INVALID, 'budgets[0].name'],
  ['a budget of by-hand', set(ofCrawl('by-hand')), INVALID, 'budgets[0].name'],
  ['a budget of an unknown crawl', set(ofCrawl('x')), 'CRAWL_UNKNOWN', 'budgets[0].name'],
  ['a budget of no site', set(site('')), INVALID, 'budgets[0].name'],
  ['a budget of a host', set(site('www.a.test')), INVALID, 'budgets[0].name'],
  ['a budget of a huge site', set(site(HUGE)), INVALID, 'budgets[0].name'],
  ['two budgets of one', set(site('a.test'), site('a.test')), INVALID, 'budgets[1]'],
  [
    'the plan of an unknown crawl',
    ({ client }) => client.getPlan({ crawl: 'x' }),
    'CRAWL_UNKNOWN',
    'crawl',
  ],
  ['the plan of by-hand', ({ client }) => client.getPlan({ crawl: 'by-hand' }), INVALID, 'crawl'],
  [
    'a plan with too many sources',
    ({ client }) => client.getPlan({ crawl: 'x', mostSources: 1_001 }),
    INVALID,
    'most_sources',
  ],
  ['the quality of an unknown crawl', quality({}), 'CRAWL_UNKNOWN', 'crawl'],
  ['quality to come', quality({ time: new Date(Date.now() + DAY_MS) }), INVALID, 'time'],
  ['quality of long ago', quality({ time: new Date(0) }), INVALID, 'time'],
  ['quality of a minute', quality({ window: durationOf(60_000) }), INVALID, 'window'],
  ['quality of a year', quality({ window: durationOf(365 * DAY_MS) }), INVALID, 'window'],
  ['quality of no source', quality({ source: 'x' }), 'URL_INVALID', 'source'],
  ['quality of too many sources', quality({ mostSources: 1_001 }), INVALID, 'most_sources'],
  [
    'a bad URL to explain',
    ({ client }) => client.explainUrl({ crawl: '', url: 'x' }),
    'URL_INVALID',
    'url',
  ],
  [
    'a URL of an unknown crawl to explain',
    ({ client }) => client.explainUrl({ crawl: 'x', url: A }),
    'CRAWL_UNKNOWN',
    'crawl',
  ],
  [
    'a bad source to explain',
    ({ client }) => client.explainSource({ crawl: 'by-hand', url: '' }),
    'URL_INVALID',
    'url',
  ],
  [
    'no source to explain',
    ({ client }) => client.explainSource({ crawl: 'by-hand', url: A }),
    'SOURCE_UNKNOWN',
    'url',
  ],
  [
    'a source of an unknown crawl to explain',
    ({ client }) => client.explainSource({ crawl: 'x', url: A }),
    'CRAWL_UNKNOWN',
    'crawl',
  ],
];
