import { describe, expect, it } from '@jest/globals';
import { FetchEnded, type VisitsReported } from '@mayfly/contracts/events/v1';
import { documentsRecorded, fetchesEnded, TOPICS, visitsReported } from './topics.ts';

const event = {
  ...FetchEnded.decode(new Uint8Array()),
  url: 'http://a.test/',
  host: 'a.test',
  attempt: 1,
};

describe('the topics', () => {
  it('carry an event as it is, in the order of its host', () => {
    expect(fetchesEnded.decode(fetchesEnded.encode(event))).toEqual(event);
    expect(fetchesEnded.key(event)).toBe('a.test');
  });

  it('carry an event whole after one that cannot be carried', () => {
    const wrong = { ...event, attempt: 'x' } as unknown as FetchEnded;
    expect(() => fetchesEnded.encode(wrong)).toThrow();
    expect(fetchesEnded.decode(fetchesEnded.encode(event))).toEqual(event);
  });

  it.each([
    ['no bytes', new Uint8Array()],
    ['an event without an attempt', FetchEnded.encode({ ...event, attempt: 0 }).finish()],
    ['no message', Buffer.from([0xff, 0xff, 0xff])],
  ])('take %s for a message that is bad in itself', (_, bytes) => {
    expect(() => fetchesEnded.decode(bytes)).toThrow();
    expect(() => documentsRecorded.decode(bytes)).toThrow();
    expect(() => visitsReported.decode(bytes)).toThrow();
  });

  it('carry visits in the order of their host', () => {
    const visit = {
      ...{ url: 'http://a.test/', referrer: '', visitTime: new Date(1), kind: 1 as const },
      reader: new Uint8Array(8),
    };
    const report: VisitsReported = { host: 'a.test', visits: [visit] };
    expect(visitsReported.key(report)).toBe('a.test');
    expect(visitsReported.decode(visitsReported.encode(report))).toEqual(report);
  });

  it('are all prepared', () => {
    expect(TOPICS.map(({ name }) => name)).toEqual([
      ...['fetches.ended.v1', 'documents.recorded.v1', 'visits.reported.v1'],
    ]);
  });
});
