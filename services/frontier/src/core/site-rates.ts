import { type HostKey, siteOf } from '@mayfly/url';
import { Budget } from './budget.ts';
import type { Drawn } from './rates.ts';

/** Sites and how many requests per second all crawls together may make to them. */
export type SiteLimits = Readonly<Record<string, number>>;

/** The rates of sites that have one for all crawls together. Most have none, and then nobody looks. */
export class SiteRates {
  #rates = new Map<string, Drawn>();

  /** In place of those before; a site that had one keeps what was drawn. */
  put(limits: SiteLimits, nowMs: number, fullInMs: (budget: string) => number): void {
    const before = this.#rates;
    this.#rates = new Map();
    for (const [site, perSecond] of Object.entries(limits)) {
      const name = `all:${site}`;
      const known = before.get(site);
      known?.budget.setRate(perSecond, nowMs);
      const budget = known?.budget ?? new Budget(perSecond, nowMs, fullInMs(name));
      this.#rates.set(site, { name, crawl: '', budget });
    }
  }

  of(host: HostKey): Drawn | undefined {
    return this.#rates.size === 0 ? undefined : this.#rates.get(siteOf(host));
  }

  all(): IterableIterator<Drawn> {
    return this.#rates.values();
  }
}
