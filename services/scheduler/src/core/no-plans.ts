import type { PlanDesk } from './plan-desk.ts';

/** The desk of a scheduler that plans nothing. */
export const noPlans: PlanDesk = {
  plan: () => undefined,
  listSources: () => [],
  source: () => undefined,
  page: (_, url) => ({
    ...{ url, state: 'unknown', birthMs: undefined, birthBy: 'middle' },
    ...{ visits: 0, worth: 0, price: 0, sources: [] },
  }),
  addSources: async (_, urls) => urls.map(() => false),
  removeSources: async (_, urls) => urls.map(() => false),
};
