import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { refusedEvent } from './attempt-end.ts';
import { WatchHub } from './watch-hub.ts';

const A = 'https://a.test/' as Url;
const B = 'https://b.test/' as Url;
const never = new AbortController().signal;

describe('WatchHub', () => {
  it('tells a watcher each URL it named once, and then is done', async () => {
    const hub = new WatchHub();
    const watcher = hub.watch('news', [A, B]);
    for (const url of [A, A, 'https://c.test/', B]) hub.tell('news', refusedEvent(url, url));
    const seen: string[] = [];
    for await (const { url } of watcher.events(never)) seen.push(url);
    expect(seen).toEqual([A, B]);
  });

  it('wakes a watcher that waits', async () => {
    const hub = new WatchHub();
    const events = hub.watch('news', undefined).events(never);
    const first = events.next();
    hub.tell('other', refusedEvent(A, ''));
    hub.tell('news', refusedEvent(B, ''));
    expect(await first).toMatchObject({ value: { url: B } });
  });

  it('sends a watcher away that reads too slowly, after what it has', async () => {
    const hub = new WatchHub();
    const events = hub.watch('news', undefined).events(never);
    for (let at = 0; at < 10_001; at += 1) hub.tell('news', refusedEvent(A, ''));
    let seen = 0;
    const reading = (async () => {
      for await (const _ of events) seen += 1;
    })();
    await expect(reading).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(seen).toBe(10_000);
  });

  it('ends when told to', async () => {
    const stop = new AbortController();
    const next = new WatchHub().watch('news', undefined).events(stop.signal).next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('forgets the questions of a watcher that left', () => {
    const hub = new WatchHub();
    const watcher = hub.watch('news', [A]);
    hub.ask(watcher, [A]);
    expect(hub.questions(10)).toHaveLength(1);
    hub.leave('news', watcher);
    expect([hub.questions(10), hub.isWatched('news')]).toEqual([[], false]);
  });
});
