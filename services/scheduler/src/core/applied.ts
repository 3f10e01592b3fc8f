import type { Step } from './announced.ts';

/** What of a host's announcements was applied last, kept in the same row as its counts. */
export interface Applied {
  readonly position: number;
  readonly part: number;
  readonly step: number;
  /** Names of the last ones that came out of order. */
  readonly late: readonly string[];
}

export const NOTHING_APPLIED: Applied = { position: -1, part: 0, step: 0, late: [] };

/** Retries are rare and made by people; a repeat of one comes soon after it. */
const KEPT_LATE = 200;

export function isApplied(applied: Applied, step: Step): boolean {
  if (applied.late.includes(nameOf(step))) return true;
  const { place, part } = step.announced;
  if (place.outOfOrder) return false;
  if (place.position !== applied.position) return place.position < applied.position;
  return part !== applied.part ? part < applied.part : step.index <= applied.step;
}

export function afterStep(applied: Applied, step: Step): Applied {
  const { place, part } = step.announced;
  if (!place.outOfOrder) {
    return { position: place.position, part, step: step.index, late: applied.late };
  }
  return { ...applied, late: [...applied.late, nameOf(step)].slice(-KEPT_LATE) };
}

function nameOf({ announced, index }: Step): string {
  return `${announced.place.name} ${announced.part} ${index}`;
}
