import { readArguments, UsageError } from '@mayfly/command-line';
import { type Budget, BudgetKind } from '@mayfly/contracts/scheduler/v1';
import { siteOf } from '@mayfly/url';
import { hostArgument } from '../host-argument.ts';
import { shownNumber } from '../print/figures.ts';
import { table, wordOf } from '../print/words.ts';
import { findSuite, type SuiteAddresses } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

const OPTIONS = {
  ...ASKING,
  set: { type: 'string' },
  crawl: { type: 'string' },
  site: { type: 'string' },
} as const;

export const budget: Verb = {
  name: 'budget',
  usage: '[--set RATE|none [--crawl NAME | --site SITE]]',
  means: 'shows how many requests per second may be made, and sets it for all, a crawl or a site',
  help: `  --set RATE     requests per second, such as 5 or 0.2; none takes away what was set
  --crawl NAME   of this crawl (with --set)
  --site SITE    to this site, all crawls together, such as example.org (with --set)
${ASKING_HELP}
Without --crawl and --site it is that of all crawls together. The tightest of all budgets decides, and the frontier's setting
FRONTIER_REQUESTS_PER_SECOND is never passed.
`,
  fields: {
    'budgets[].requests_per_second': '--set',
    'budgets[].name': ['--crawl', '--site'],
    budgets: '--set',
  },
  run: async (args) => {
    const { values } = readArguments({ args: [...args], options: OPTIONS });
    const { set, crawl, site, data, json } = values;
    if (set === undefined && (crawl !== undefined || site !== undefined)) {
      throw new UsageError('--crawl, --site: only with --set');
    }
    if (crawl !== undefined && site !== undefined) {
      throw new UsageError('--crawl, --site: one of them');
    }
    const wished =
      set === undefined ? undefined : wishedBudget(set, { crawl, site: siteOption(site) });
    const suite = await findSuite(data);
    const budgets = wished === undefined ? await allBudgets(suite) : await setOne(suite, wished);
    process.stdout.write(json ? budgets.map(plainLine).join('') : `${shownBudgets(budgets)}\n`);
    return 0;
  },
};

function wishedBudget(
  set: string,
  { crawl, site }: { readonly crawl: string | undefined; readonly site: string | undefined },
): Budget {
  const requestsPerSecond = rateOption(set);
  const { BUDGET_KIND_ALL, BUDGET_KIND_CRAWL, BUDGET_KIND_SITE } = BudgetKind;
  const kind =
    crawl !== undefined
      ? BUDGET_KIND_CRAWL
      : site !== undefined
        ? BUDGET_KIND_SITE
        : BUDGET_KIND_ALL;
  return { kind, name: crawl ?? site ?? '', requestsPerSecond, handedOver: false };
}

/** As people type it, or of a URL; what is one host of a site would have no budget of its own. */
function siteOption(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const host = hostArgument('--site', text, 'site');
  const site: string = siteOf(host);
  if (site === host) return site;
  throw new UsageError(`--site: must be a site such as ${site}; it is ${text}`);
}

function rateOption(text: string): number | undefined {
  if (text === 'none') return undefined;
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw new UsageError(
    `--set: must be requests per second above 0, such as 5 or 0.2, or none; it is ${text}`,
  );
}

async function allBudgets(suite: SuiteAddresses): Promise<Budget[]> {
  return ask(suite, 'scheduler', async (scheduler) => {
    const all: Budget[] = [];
    let pageToken = '';
    do {
      const page = await scheduler.getBudget({ pageToken, pageSize: 1_000 });
      all.push(...page.budgets);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    return all;
  });
}

async function setOne(suite: SuiteAddresses, wished: Budget): Promise<Budget[]> {
  const { budgets } = await ask(suite, 'scheduler', (scheduler) =>
    scheduler.setBudget({ budgets: [wished] }),
  );
  return budgets;
}

function shownBudgets(budgets: readonly Budget[]): string {
  return table(
    budgets.map(({ kind, name, requestsPerSecond, handedOver }) => [
      kind === BudgetKind.BUDGET_KIND_ALL
        ? 'all crawls'
        : `${wordOf(BudgetKind, kind, 'BUDGET_KIND_')} ${name}`,
      requestsPerSecond === undefined
        ? noneWords(kind)
        : `${shownNumber(requestsPerSecond)} requests/s`,
      handedOver ? '' : '(the frontier is told soon)',
    ]),
  );
}

function noneWords(kind: BudgetKind): string {
  return kind === BudgetKind.BUDGET_KIND_ALL ? 'as the frontier’s settings say' : 'none of its own';
}

function plainLine({ kind, name, requestsPerSecond, handedOver }: Budget): string {
  const whose = wordOf(BudgetKind, kind, 'BUDGET_KIND_');
  return `${JSON.stringify({ kind: whose, name, requestsPerSecond, handedOver })}\n`;
}
