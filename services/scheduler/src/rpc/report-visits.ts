import { VisitKind as KindNumber } from '@mayfly/contracts/events/v1';
import {
  type ReportVisitsRequest,
  type ReportVisitsResponse,
  type Visit,
  VisitRefusal as RefusalNumber,
} from '@mayfly/contracts/scheduler/v1';
import type { TakingVisits } from '../core/taking-visits.ts';
import type { GivenVisit, VisitKind, VisitRefusal } from '../core/visit.ts';
import { visitsRefused, visitsTaken } from '../events.ts';
import { checkCount, invalid } from './check-request.ts';

const MOST_VISITS = 10_000;

const KINDS: Readonly<Record<number, VisitKind>> = {
  [KindNumber.VISIT_KIND_BROWSE]: 'browse',
  [KindNumber.VISIT_KIND_SEARCH_CLICK]: 'search-click',
  [KindNumber.VISIT_KIND_SHOWN]: 'shown',
};

const REFUSALS: Readonly<Record<VisitRefusal, RefusalNumber>> = {
  'bad-url': RefusalNumber.VISIT_REFUSAL_BAD_URL,
  'bad-time': RefusalNumber.VISIT_REFUSAL_BAD_TIME,
  'too-old': RefusalNumber.VISIT_REFUSAL_TOO_OLD,
  'in-future': RefusalNumber.VISIT_REFUSAL_IN_FUTURE,
  'bad-reader': RefusalNumber.VISIT_REFUSAL_BAD_READER,
  robot: RefusalNumber.VISIT_REFUSAL_ROBOT,
  'too-many': RefusalNumber.VISIT_REFUSAL_TOO_MANY,
};

export const reportVisits =
  ({ taking }: { readonly taking: TakingVisits }) =>
  async (requests: AsyncIterable<ReportVisitsRequest>): Promise<ReportVisitsResponse> => {
    let taken = 0;
    const refused = new Map<VisitRefusal, number>();
    for await (const { visits } of requests) {
      checkCount('visits', visits.length, MOST_VISITS);
      const tally = await taking.take(visits.map(givenVisit));
      taken += tally.taken;
      visitsTaken(tally.taken);
      for (const [why, count] of tally.refused) {
        refused.set(why, (refused.get(why) ?? 0) + count);
        visitsRefused(count, why);
      }
    }
    const reasons = [...refused].map(([why, visits]) => ({ reason: REFUSALS[why], visits }));
    return { taken, refused: reasons.sort((one, other) => one.reason - other.reason) };
  };

function givenVisit({ kind, visitTime, ...visit }: Visit, at: number): GivenVisit {
  const named = KINDS[kind];
  if (named === undefined) {
    throw invalid(`visits[${at}].kind`, `must be browse, search click or shown; it is ${kind}`);
  }
  return { ...visit, kind: named, atMs: visitTime?.getTime() ?? NaN };
}
