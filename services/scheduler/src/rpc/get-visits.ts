import type { GetVisitsRequest, GetVisitsResponse } from '@mayfly/contracts/scheduler/v1';
import { hostOf } from '@mayfly/url';
import type { VisitBook } from '../core/visit-ports.ts';
import { checkUrl, invalid } from './check-request.ts';

const SHOWN_OUTSIDE = 100;

export const getVisits =
  ({ visits }: { readonly visits: VisitBook }) =>
  async ({ host }: GetVisitsRequest): Promise<GetVisitsResponse> => {
    const [hours, outside] = await Promise.all([
      host === '' ? [] : visits.hours(checkHost(host)),
      visits.outside(SHOWN_OUTSIDE),
    ]);
    return {
      hours: hours.map(({ startMs, visits: count }) => ({
        ...{ startTime: new Date(startMs), visits: count },
      })),
      outside: [...outside],
    };
  };

/** In the form that hosts have as keys. */
function checkHost(host: string) {
  const found = hostOf(checkUrl('host', `http://${host}/`));
  if (/[/?#@\\]/.test(host))
    throw invalid('host', 'must be a host name, with a port where it has one');
  return found;
}
