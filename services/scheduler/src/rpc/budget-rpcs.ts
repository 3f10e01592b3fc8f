import {
  type Budget,
  BudgetKind,
  type GetBudgetRequest,
  type GetBudgetResponse,
  type SetBudgetRequest,
  type SetBudgetResponse,
} from '@mayfly/contracts/scheduler/v1';
import { type BudgetBook, hasNewestBudgets } from '../core/budgets.ts';
import { BY_HAND, type Crawl, hasFrontierNewest, revised } from '../core/crawl.ts';
import type { CrawlBook } from '../core/ports.ts';
import { checkAbove0, checkCount, checkPageSize, invalid } from './check-request.ts';
import { findCrawl } from './crawl-message.ts';
import { checkSite } from './settings-check.ts';

interface Deps {
  readonly crawls: CrawlBook;
  readonly budgets: BudgetBook;
  readonly wake: () => void;
}

const MOST_BUDGETS = 1_000;
/** The frontier takes them in one message. */
const MOST_SITES = 5_000;

const { BUDGET_KIND_ALL, BUDGET_KIND_CRAWL, BUDGET_KIND_SITE } = BudgetKind;

/** The cursor names the last budget of the page before. */
export const getBudget =
  (deps: Deps) =>
  async ({ pageSize, pageToken }: GetBudgetRequest): Promise<GetBudgetResponse> => {
    const size = checkPageSize(pageSize);
    if (pageToken !== '' && !/^[1-3] \S*$/.test(pageToken)) {
      throw invalid('page_token', 'must be empty, or what the page before gave');
    }
    const rest = allBudgets(deps).filter((budget) => placeOf(budget) > pageToken);
    const budgets = rest.slice(0, size);
    const nextPageToken = rest.length > size ? placeOf(budgets.at(-1)!) : '';
    return { budgets, nextPageToken };
  };

/** Those of all crawls together in one write, then crawl by crawl. */
export const setBudget =
  (deps: Deps) =>
  async ({ budgets }: SetBudgetRequest): Promise<SetBudgetResponse> => {
    checkCount('budgets', budgets.length, MOST_BUDGETS);
    checkBudgets(deps, budgets);
    const isOfCrawl = ({ kind }: Budget) => kind === BUDGET_KIND_CRAWL;
    await deps.budgets.set(
      budgets
        .filter((budget) => !isOfCrawl(budget))
        .map(({ kind, name, requestsPerSecond }) => ({
          ...{ site: kind === BUDGET_KIND_ALL ? undefined : name, requestsPerSecond },
        })),
    );
    for (const { name, requestsPerSecond } of budgets.filter(isOfCrawl)) {
      await deps.crawls.change(name, (crawl) => withRate(crawl, requestsPerSecond));
    }
    deps.wake();
    const now = new Map(allBudgets(deps).map((budget) => [placeOf(budget), budget]));
    return {
      budgets: budgets.map((budget) => now.get(placeOf(budget)) ?? takenAway(deps, budget)),
    };
  };

function withRate(crawl: Crawl, requestsPerSecond: number | undefined): Crawl {
  const { limits } = crawl.settings;
  if (crawl.deleted || limits?.requestsPerSecond === requestsPerSecond) return crawl;
  const settings = { ...crawl.settings, limits: { ...limits, requestsPerSecond } };
  return revised(crawl, { settings });
}

function allBudgets({ crawls, budgets }: Deps): Budget[] {
  const now = budgets.now();
  const handedOver = hasNewestBudgets(now);
  const ofCrawls = crawls
    .all()
    .filter((crawl) => !crawl.deleted && crawl.settings.limits?.requestsPerSecond !== undefined)
    .map((crawl) => ({
      ...{ kind: BUDGET_KIND_CRAWL, name: crawl.name, handedOver: hasFrontierNewest(crawl) },
      requestsPerSecond: crawl.settings.limits?.requestsPerSecond,
    }));
  const ofSites = [...now.sites].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    { kind: BUDGET_KIND_ALL, name: '', requestsPerSecond: now.requestsPerSecond, handedOver },
    ...ofCrawls,
    ...ofSites.map(([name, requestsPerSecond]) => ({
      ...{ kind: BUDGET_KIND_SITE, name, requestsPerSecond, handedOver },
    })),
  ];
}

/** In the order of the list. */
const placeOf = ({ kind, name }: Pick<Budget, 'kind' | 'name'>): string => `${kind} ${name}`;

function takenAway({ crawls, budgets }: Deps, { kind, name }: Budget): Budget {
  const crawl = kind === BUDGET_KIND_CRAWL ? crawls.find(name) : undefined;
  const handedOver =
    crawl === undefined ? hasNewestBudgets(budgets.now()) : hasFrontierNewest(crawl);
  return { kind, name, handedOver };
}

function checkBudgets({ crawls, budgets: book }: Deps, budgets: readonly Budget[]): void {
  const places = new Set<string>();
  const sites = new Set(book.now().sites.keys());
  budgets.forEach((budget, at) => {
    const { kind, name, requestsPerSecond } = budget;
    const field = `budgets[${at}]`;
    checkAbove0(`${field}.requests_per_second`, requestsPerSecond);
    if (kind === BUDGET_KIND_ALL) {
      if (name !== '') throw invalid(`${field}.name`, 'must be empty for the budget of all');
    } else if (kind === BUDGET_KIND_CRAWL) {
      if (name === BY_HAND) throw invalid(`${field}.name`, 'by-hand is built in and has none');
      findCrawl(crawls, `${field}.name`, name);
    } else if (kind === BUDGET_KIND_SITE) {
      checkSite(`${field}.name`, name);
      if (requestsPerSecond === undefined) sites.delete(name);
      else sites.add(name);
    } else {
      throw invalid(`${field}.kind`, 'must be that of all, of a crawl or of a site');
    }
    if (places.has(placeOf(budget))) throw invalid(field, 'is named twice');
    places.add(placeOf(budget));
  });
  if (sites.size > MOST_SITES) throw invalid('budgets', 'at most 5,000 sites may have one');
}
