import { type AttemptEnd, type AttemptRecord, nameOf } from './attempt-end.ts';
import { type Decision, decideVersion, type DocumentState, stateAfter } from './decide-version.ts';

/** What the store knows of the URLs and attempts of some messages, by `urlName` and `attemptName`. */
export interface Known {
  readonly states: ReadonlyMap<string, DocumentState>;
  readonly records: ReadonlyMap<string, AttemptRecord>;
}

/** What is to be done with one message. */
export type Plan =
  | { readonly kind: 'repeat'; readonly record: AttemptRecord }
  /** The same attempt stands earlier in the batch. */
  | { readonly kind: 'repeat-in-batch'; readonly of: number }
  | { readonly kind: 'fresh'; readonly decision: Decision; readonly version: number | undefined };

/** Decides the messages of a batch in their order, each on what the ones before it leave behind. */
export function planBatch(
  ends: readonly AttemptEnd[],
  known: Known,
): { readonly plans: readonly Plan[]; readonly states: ReadonlyMap<string, DocumentState> } {
  const states = new Map(known.states);
  const seen = new Map<string, number>();
  const plans = ends.map((end, at): Plan => {
    const name = attemptName(end);
    const record = known.records.get(name);
    if (record !== undefined) return { kind: 'repeat', record };
    const of = seen.get(name);
    if (of !== undefined) return { kind: 'repeat-in-batch', of };
    seen.set(name, at);
    const before = states.get(urlName(end));
    const decision = decideVersion(before, end);
    const after = stateAfter(before, end, decision);
    states.set(urlName(end), after);
    const version = decision === 'new-content' ? after.versions : undefined;
    return { kind: 'fresh', decision, version };
  });
  return { plans, states };
}

export function urlName({ id }: Pick<AttemptEnd, 'id'>): string {
  return nameOf(id);
}

export function attemptName({ id, attempt }: Pick<AttemptEnd, 'id' | 'attempt'>): string {
  return `${nameOf(id)} ${attempt}`;
}
