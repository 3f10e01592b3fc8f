import type { PauseSettings } from './host-pause.ts';
import type { Manners } from './manners.ts';
import type { QuotaSettings } from './quotas.ts';
import type { ServerSettings } from './servers.ts';

/** What can be set about the frontier. */
export interface FrontierSettings {
  readonly manners: Manners;
  readonly pause: PauseSettings;
  readonly leaseMs: number;
  /** The first wait before a URL is tried again; it doubles with each failure. */
  readonly retryMs: number;
  /** Of all crawls together. */
  readonly requestsPerSecond: number;
  readonly servers: ServerSettings;
  readonly quotas: QuotaSettings;
  /** So many rows of a host are called by the hash of their URL (`row-id.ts`). */
  readonly hashedRows: number;
  /** Whether what is asked for by name lies on private addresses. */
  readonly byHandPrivate: boolean;
}
