import { RequestKind } from '@mayfly/contracts/crawl/v1';
import { type DocumentRecorded, Record } from '@mayfly/contracts/events/v1';
import { CrawlError } from '@mayfly/errors';
import type { Handle, Received } from '@mayfly/stream';
import { type HostKey, siteOf } from '@mayfly/url';
import type { Counted, Heard } from '../core/host-counts.ts';
import type { Sites } from '../core/ports.ts';
import { attemptsCounted } from '../events.ts';

const COUNTED: Readonly<globalThis.Record<number, Counted>> = {
  [Record.RECORD_NEW_VERSION]: 'newVersion',
  [Record.RECORD_UNCHANGED]: 'unchanged',
  [Record.RECORD_DUPLICATE]: 'duplicate',
  [Record.RECORD_NO_DOCUMENT]: 'withoutDocument',
  [Record.RECORD_LATE]: 'late',
};

/** Counts are durable before the answer; what comes again is known by its origin. */
export const onDocumentRecorded =
  ({ sites }: { readonly sites: Sites }): Handle<DocumentRecorded> =>
  async (batch) => {
    const read = batch.map(heardIn);
    const heard = read.filter((one) => one !== undefined && !(one instanceof Error));
    attemptsCounted(await sites.count(heard as Heard[]));
    return read.map((one) => (one instanceof Error ? one : undefined));
  };

/** Undefined where there is nothing to count: robots.txt, and all parts but the first. */
function heardIn({ message, origin: here }: Received<DocumentRecorded>): Heard | Error | undefined {
  const { host, kind, record, part, origin } = message;
  if (kind === RequestKind.REQUEST_KIND_ROBOTS || part > 0) return undefined;
  const counted = COUNTED[record];
  if (counted === undefined || origin === undefined) {
    return new CrawlError('MESSAGE_MALFORMED', 'record, origin: an announcement has both');
  }
  const name = `${origin.retry ? 'retry' : 'main'} ${origin.partition} ${origin.position}`;
  const inOrder = !origin.retry && here.stream === 'main';
  return {
    site: siteOf(host as HostKey),
    host: host as HostKey,
    counted,
    position: origin.position,
    lateName: inOrder ? undefined : name,
    name,
  };
}
