import {
  type ReportedVisit,
  VisitKind as KindNumber,
  type VisitsReported,
} from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import { readersIn } from '@mayfly/readers';
import type { Handle, Received } from '@mayfly/stream';
import { type HostKey, hostOf, type Url } from '@mayfly/url';
import type { CountingVisits } from '../core/counting-visits.ts';
import type { VisitKind, VisitReport } from '../core/visit.ts';
import { readersUnremembered, visitsCounted } from '../events.ts';

const KINDS: Readonly<Record<number, VisitKind>> = {
  [KindNumber.VISIT_KIND_BROWSE]: 'browse',
  [KindNumber.VISIT_KIND_SEARCH_CLICK]: 'search-click',
  [KindNumber.VISIT_KIND_SHOWN]: 'shown',
};

const READER_BYTES = 8;

/** Counts visits. Everything that follows of them is durable before they are done. */
export const onVisitsReported =
  ({ counting }: { readonly counting: CountingVisits }): Handle<VisitsReported> =>
  async (batch) => {
    const bad = batch.map(({ message }) => problemOf(message));
    const fine = batch.filter((_, at) => bad[at] === undefined);
    const counts = await counting.count(fine.map(reportIn));
    visitsCounted(counts);
    readersUnremembered(counts.unremembered);
    return bad;
  };

function problemOf({ host, visits }: VisitsReported): CrawlError | undefined {
  const isFine = (visit: ReportedVisit) =>
    KINDS[visit.kind] !== undefined &&
    visit.reader.length === READER_BYTES &&
    Number.isFinite(visit.visitTime?.getTime()) &&
    URL.canParse(visit.url) &&
    hostOf(visit.url as Url) === host;
  const at = visits.findIndex((visit) => !isFine(visit));
  if (at === -1) return undefined;
  const what = 'must have a URL of the host, a time, a kind and a reader';
  return new CrawlError('MESSAGE_MALFORMED', `visits[${at}]: ${what}`);
}

function reportIn({ message, origin }: Received<VisitsReported>): VisitReport {
  const { stream, partition, position } = origin;
  return {
    host: message.host as HostKey,
    visits: message.visits.map(visitIn),
    place: {
      name: `${stream} ${partition} ${position}`,
      position: Number(position),
      outOfOrder: stream === 'retry',
    },
  };
}

function visitIn({ url, referrer, visitTime, kind, reader }: ReportedVisit) {
  return {
    url: url as Url,
    referrer: referrer === '' ? undefined : (referrer as Url),
    atMs: visitTime!.getTime(),
    kind: KINDS[kind]!,
    reader: readersIn(reader)[0]!,
  };
}
