import { describe, expect, it } from '@jest/globals';
import type { SuiteAddresses } from './addresses.ts';
import { FollowedService } from './followed-service.ts';

function followed() {
  const told: string[] = [];
  let address = 'a:1';
  const service = new FollowedService({
    service: 'frontier',
    find: async () => ({ frontier: address }) as SuiteAddresses,
    sleep: async (ms) => void told.push(`slept ${ms}`),
    away: () => told.push('away'),
    open: async ({ frontier }) => {
      told.push(`opened ${frontier}`);
      const close = () => Promise.resolve(void told.push(`closed ${frontier}`));
      return { [Symbol.asyncDispose]: close } as never;
    },
  });
  return { service, told, moveTo: (to: string) => (address = to) };
}

describe('a service that is followed', () => {
  it('keeps its client while it stays, and has another where it starts again elsewhere', async () => {
    const { service, told, moveTo } = followed();
    const first = await service.client();
    expect(await service.client()).toBe(first);
    moveTo('a:2');
    expect(await service.client()).not.toBe(first);
    await service[Symbol.asyncDispose]();
    expect(told).toEqual(['opened a:1', 'closed a:1', 'opened a:2', 'closed a:2']);
  });

  it('is said to be away once, until it answers again', async () => {
    const { service, told } = followed();
    await service.wait(5);
    await service.wait(5);
    service.answered();
    await service.wait(5);
    expect(told).toEqual(['away', 'slept 5', 'slept 5', 'away', 'slept 5']);
  });
});
