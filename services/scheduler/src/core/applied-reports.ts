import type { Place } from './announced.ts';

/** Which reports of a host were applied, kept with its counts. */
export interface AppliedReports {
  readonly position: number;
  /** Names of the last ones that came out of order. */
  readonly late: readonly string[];
}

export const NO_REPORTS: AppliedReports = { position: -1, late: [] };

/** Retries are rare and made by people; a repeat of one comes soon after it. */
const KEPT_LATE = 200;

export function isReportApplied(applied: AppliedReports, place: Place): boolean {
  return place.outOfOrder ? applied.late.includes(place.name) : place.position <= applied.position;
}

export function afterReport(applied: AppliedReports, place: Place): AppliedReports {
  const { position, late } = applied;
  if (place.outOfOrder) return { position, late: [...late, place.name].slice(-KEPT_LATE) };
  return { position: Math.max(position, place.position), late };
}
