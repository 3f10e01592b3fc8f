import type { GetVisitsRequest, GetVisitsResponse } from '@mayfly/contracts/scheduler/v1';
import type { VisitBook } from '../core/visit-ports.ts';
import { checkHost } from './check-request.ts';

const SHOWN_OUTSIDE = 100;

export const getVisits =
  ({ visits }: { readonly visits: VisitBook }) =>
  async ({ host }: GetVisitsRequest): Promise<GetVisitsResponse> => {
    const [hours, outside] = await Promise.all([
      host === '' ? [] : visits.hours(checkHost('host', host)),
      visits.outside(SHOWN_OUTSIDE),
    ]);
    return {
      hours: hours.map(({ startMs, visits: count }) => ({
        ...{ startTime: new Date(startMs), visits: count },
      })),
      outside: [...outside],
    };
  };
