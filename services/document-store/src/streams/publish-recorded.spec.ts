import { describe, expect, it } from '@jest/globals';
import { DocumentRecorded, LinkKind } from '@mayfly/contracts/events/v1';
import { MAX_EVENT_BYTES } from '@mayfly/events';
import { fetchEnded } from '../../test/support/fetch-messages.ts';
import type { AttemptRecord } from '../core/attempt-end.ts';
import { eventsOf } from './publish-recorded.ts';

const longUrl = (at: number) => `https://a.test/${at}`.padEnd(8_000, 'x');
const record: AttemptRecord = {
  ...{ attempt: 1, crawl: 'news', outcome: 1, status: 200, record: 'duplicate', version: 3 },
  ...{ duplicateOf: longUrl(1), redirectUrl: longUrl(2), detail: 'é'.repeat(1_000) },
  ...{ times: new Uint8Array(), receiveMs: 1, judgeMs: 2, recordMs: 3 },
  origin: { partition: 15, position: 2n ** 53n - 1n, retry: true },
};

describe('eventsOf', () => {
  it('never makes an event above the limit, whatever is in it', () => {
    const message = fetchEnded(longUrl(0), 2 ** 53 - 1, {
      ...{ crawl: 'x'.repeat(200), redirectUrl: longUrl(2), depth: 2 ** 32 - 1 },
    });
    const links = Array.from({ length: 200 }, (_, at) => ({
      ...{ url: longUrl(at), kind: LinkKind.LINK_KIND_ENTRY, nofollow: true },
      ...{ text: 'é'.repeat(200), rels: [], language: 'de-AT' },
    }));
    const events = eventsOf({ message, links, facts: undefined, record, headers: {} });
    const sizes = events.map((event) => DocumentRecorded.encode(event).finish().length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_EVENT_BYTES);
    expect(events.flatMap((event) => event.links)).toEqual(links);
    expect(events.map(({ part, parts }) => [part, parts])).toEqual(
      events.map((_, part) => [part, events.length]),
    );
  });

  it('says where the fetch message stood when the attempt was recorded', () => {
    const [event] = eventsOf({
      message: fetchEnded('https://a.test/', 1),
      links: [],
      facts: undefined,
      record,
      headers: {},
    });
    expect(event!.origin).toEqual({ partition: 15, position: 2 ** 53 - 1, retry: true });
  });
});
