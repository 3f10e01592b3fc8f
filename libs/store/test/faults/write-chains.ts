import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '@mayfly/store';
import { endsTable, LANES, nextLink } from './chain-table.ts';

/** Writes links on all lanes for ever and says which are acknowledged, one line each; used by real processes. */
export async function writeChains(store: Store, say: (line: string) => void): Promise<void> {
  await Promise.all(Array.from({ length: LANES }, (_, lane) => writeLane(store, lane, say)));
}

async function writeLane(store: Store, lane: number, say: (line: string) => void): Promise<never> {
  let link = await nextOf(store, lane);
  for (;;) {
    const [answer] = await store.write([nextLink(lane, link)]);
    if (answer!.outcome === 'applied') {
      say(`acknowledged ${lane} ${link}`);
      link += 1;
      continue;
    }
    say(`${answer!.outcome} ${lane} ${link}`);
    // After unknown the rule is to read before trying again; a refusal can be an unknown one that came late.
    link = await nextOf(store, lane);
  }
}

async function nextOf(store: Store, lane: number): Promise<number> {
  for (;;) {
    try {
      return ((await store.get(endsTable, { lane }))?.last ?? -1) + 1;
    } catch (error) {
      if ((error as { code?: string }).code !== 'STORE_AWAY') throw error;
      await delay(100);
    }
  }
}
