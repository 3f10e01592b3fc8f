import { VisitKind as KindNumber, type VisitsReported } from '@mayfly/contracts/events/v1';
import { visitsReported } from '@mayfly/events';
import { readerBytes } from '@mayfly/readers';
import type { Stream } from '@mayfly/stream';
import type { HostVisits, VisitKind } from '../core/visit.ts';
import type { PublishVisits } from '../core/visit-ports.ts';

const KINDS: Readonly<Record<VisitKind, KindNumber>> = {
  browse: KindNumber.VISIT_KIND_BROWSE,
  'search-click': KindNumber.VISIT_KIND_SEARCH_CLICK,
  shown: KindNumber.VISIT_KIND_SHOWN,
};

/** Publishes visits in the trace of whoever reports them. */
export function publishVisits(stream: Pick<Stream, 'publish'>): PublishVisits {
  return (visits) => stream.publish(visitsReported, visits.map(messageOf));
}

function messageOf({ host, visits }: HostVisits): VisitsReported {
  return {
    host,
    visits: visits.map(({ url, referrer = '', atMs, kind, reader }) => ({
      ...{ url, referrer, visitTime: new Date(atMs), kind: KINDS[kind] },
      reader: readerBytes(reader),
    })),
  };
}
