/** What all crawls together may ask, in all and of single sites, as somebody set it. */
export interface Budgets {
  /** Rises with every change; 0 before the first. */
  readonly revision: number;
  /** The revision that the frontier has. */
  readonly handedOver: number;
  /** Of all; absent where the frontier's setting holds. */
  readonly requestsPerSecond?: number | undefined;
  /** By site. */
  readonly sites: ReadonlyMap<string, number>;
}

/** A change of one of them; without a number it is taken away. */
export interface BudgetChange {
  /** Undefined for that of all. */
  readonly site: string | undefined;
  readonly requestsPerSecond: number | undefined;
}

/** Where they are kept. Reads come from memory: this process is the only one that writes. */
export interface BudgetBook {
  now(): Budgets;
  /** Durable when it resolves. */
  set(changes: readonly BudgetChange[]): Promise<void>;
  /** The frontier has this revision now, after it was told of that one. */
  told(revision: number, theirs: number): Promise<void>;
}

/** Tells the frontier; answers with the revision that it has then. */
export type PutBudgets = (budgets: Budgets) => Promise<number>;

export function hasNewestBudgets({ handedOver, revision }: Budgets): boolean {
  return handedOver >= revision;
}

/** The budgets after some changes; the same ones where nothing changes. */
export function changedBudgets(before: Budgets, changes: readonly BudgetChange[]): Budgets {
  let { requestsPerSecond } = before;
  const sites = new Map(before.sites);
  for (const { site, requestsPerSecond: rate } of changes) {
    if (site === undefined) requestsPerSecond = rate;
    else if (rate === undefined) sites.delete(site);
    else sites.set(site, rate);
  }
  const isSame =
    requestsPerSecond === before.requestsPerSecond &&
    sites.size === before.sites.size &&
    [...sites].every(([site, rate]) => before.sites.get(site) === rate);
  return isSame ? before : { ...before, requestsPerSecond, sites, revision: before.revision + 1 };
}

/** A frontier that is ahead of us would ignore us for ever, so our revision jumps over its own. */
export function toldBudgets(now: Budgets, revision: number, theirs: number): Budgets {
  if (theirs > revision) return { ...now, revision: Math.max(theirs, now.revision) + 1 };
  return theirs <= now.handedOver ? now : { ...now, handedOver: theirs };
}
