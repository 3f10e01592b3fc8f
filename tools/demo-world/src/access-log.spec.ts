import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { AccessLog, readAccessLog } from './access-log.ts';

const request = (n: number) => ({
  host: 'a.test',
  path: `/${n}`,
  url: `http://a.test/${n}`,
  method: 'GET',
  userAgent: 'x',
  startMs: n,
});
const END = { endMs: 100, status: 200, bytes: 3, aborted: false };

describe('the access log', () => {
  it('keeps no more than it may, drops the oldest and counts them', () => {
    const log = new AccessLog({ limit: 8 });
    for (let n = 0; n < 20; n += 1) log.end(log.begin(request(n)), END);
    expect(log.entries.length).toBeLessThanOrEqual(8);
    expect(log.entries.at(-1)).toEqual({ ...request(19), ...END });
    expect([log.total, log.dropped + log.entries.length]).toEqual([20, 20]);
  });

  it('shows what has begun and not ended', () => {
    const log = new AccessLog({ limit: 8 });
    const access = log.begin(request(1));
    expect(log.entries[0]!.endMs).toBeUndefined();
    log.end(access, END);
    expect(log.entries[0]!.endMs).toBe(100);
    log.clear();
    expect(log.entries).toEqual([]);
  });

  it('can be read again from its file, in order of arrival', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.jsonl');
    const log = new AccessLog({ limit: 8, file });
    const [first, second] = [log.begin(request(1)), log.begin(request(2))];
    log.end(second, END);
    log.end(first, END);
    expect(readAccessLog(file)).toEqual(log.entries);
  });
});
