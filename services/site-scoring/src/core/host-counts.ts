import type { HostKey, SiteKey } from '@mayfly/url';

/** How an attempt is counted; late ones were overtaken and say nothing new of the site. */
export type Counted = 'newVersion' | 'unchanged' | 'duplicate' | 'withoutDocument' | 'late';

/** An announcement, as far as the counts of its host need it. */
export interface Heard {
  readonly site: SiteKey;
  readonly host: HostKey;
  readonly counted: Counted;
  /** Where the fetch message stands; the position rises for a host. */
  readonly position: number;
  /** Set where the message came out of order, through a retry stream: its name among those. */
  readonly lateName: string | undefined;
  /** The same name for a message in order, since a retry may have been ahead of it. */
  readonly name: string;
}

/** The counts of one host, with what was applied last, so that a repeat counts nothing. */
export interface HostCounts {
  readonly attempts: number;
  readonly newVersions: number;
  readonly unchanged: number;
  readonly duplicates: number;
  readonly withoutDocument: number;
  /** Position of the fetch message last applied; -1 before the first. */
  readonly position: number;
  /** Names of the last ones that came out of order. */
  readonly late: readonly string[];
}

export const NOTHING_HEARD: HostCounts = {
  attempts: 0,
  newVersions: 0,
  unchanged: 0,
  duplicates: 0,
  withoutDocument: 0,
  position: -1,
  late: [],
};

/** Retries are rare and made by people; a repeat of one comes soon after it. */
const KEPT_LATE = 200;

/** Counts one announcement; the same counts come back where it was counted before. */
export function countHeard(counts: HostCounts, heard: Heard): HostCounts {
  const { lateName, name, position } = heard;
  if (counts.late.includes(name)) return counts;
  if (lateName === undefined && position <= counts.position) return counts;
  const one = (counted: Counted) => (heard.counted === counted ? 1 : 0);
  return {
    attempts: counts.attempts + 1,
    newVersions: counts.newVersions + one('newVersion'),
    unchanged: counts.unchanged + one('unchanged'),
    duplicates: counts.duplicates + one('duplicate'),
    withoutDocument: counts.withoutDocument + one('withoutDocument'),
    position: lateName === undefined ? position : counts.position,
    late: lateName === undefined ? counts.late : [...counts.late, lateName].slice(-KEPT_LATE),
  };
}
