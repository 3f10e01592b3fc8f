import { defineTable, insert, json, number, replace, type Store, text } from '@mayfly/store';
import type { SetBudgets, Tables } from '../core/ports.ts';
import type { SiteLimits } from '../core/site-rates.ts';

/** Budgets of all crawls together, as the scheduler told them last: one row. */
export const setBudgetsTable = defineTable({
  name: 'frontierSetBudgets',
  format: 1,
  columns: {
    name: text(),
    revision: number(),
    requestsPerSecond: number().optional(),
    sites: json<SiteLimits>(),
  },
  key: ['name'],
  partition: 1,
});

const KEY = { name: 'all' };

export function setBudgetsOf(store: Store): Pick<Tables, 'setBudgets' | 'putSetBudgets'> {
  return {
    setBudgets: () => store.get(setBudgetsTable, KEY),
    putSetBudgets: async ({ before, after }) => {
      const row = rowOf(after);
      const write =
        before === undefined
          ? insert(setBudgetsTable, row)
          : replace(setBudgetsTable, row, { matches: { revision: before.revision } });
      const [answer] = await store.write([{ writes: [write] }]);
      return answer?.outcome === 'refused' ? 'moved' : (answer?.outcome ?? 'unknown');
    },
  };
}

function rowOf({ revision, requestsPerSecond, sites }: SetBudgets) {
  return {
    ...KEY,
    revision,
    sites,
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
  };
}
