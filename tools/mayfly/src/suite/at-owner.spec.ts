import { describe, expect, it } from '@jest/globals';
import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { FrontierReplicas } from '@mayfly/frontier-client';
import type { HostKey } from '@mayfly/url';
import { atOwner } from './at-owner.ts';

const HOST = 'a.test' as HostKey;
const clock = { sleep: async () => {} } as unknown as Clock;

/** A frontier that answers so, one after another; the last one again and again. */
function frontier(...answers: (string | CrawlError)[]) {
  const owners = {
    refreshed: 0,
    refresh: async () => {
      owners.refreshed += 1;
    },
    askOwner: async () => {
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (answer instanceof CrawlError) throw answer;
      return answer;
    },
  };
  const replicas = { owners, keyOfHost: () => 1 } as unknown as FrontierReplicas;
  return { owners, ask: () => atOwner({ frontier: replicas, clock }, HOST, async () => '') };
}

describe('atOwner', () => {
  const notOwner = new CrawlError('NOT_OWNER', 'bucket 1 belongs to another replica');

  it('looks for the owner again while the host changes hands', async () => {
    const { owners, ask } = frontier(notOwner, notOwner, 'it');
    expect([await ask(), owners.refreshed]).toEqual(['it', 2]);
  });

  it('gives up in the end, and at once where something else is wrong', async () => {
    const never = frontier(notOwner);
    await expect(never.ask()).rejects.toBe(notOwner);
    expect(never.owners.refreshed).toBeGreaterThan(10);
    const away = frontier(new CrawlError('STORE_AWAY', 'the store is away'));
    await expect(away.ask()).rejects.toMatchObject({ code: 'STORE_AWAY' });
    expect(away.owners.refreshed).toBe(0);
  });
});
