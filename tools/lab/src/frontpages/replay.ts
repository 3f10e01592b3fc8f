import type { Recording } from './snapshots.ts';

/** Decides which pages to fetch in a round. */
export interface Chooser {
  readonly name: string;
  begin(hour: number): void;
  /** The page to fetch next in this round; undefined when none is worth it. */
  next(): number | undefined;
  /** All that the page shows now. */
  fetched(page: number, articles: readonly number[]): void;
}

/** Shares of the new articles of the second half, by the time from their first appearance until they were seen. */
export interface Score {
  readonly within1h: number;
  readonly within3h: number;
  readonly within24h: number;
  readonly never: number;
  readonly articles: number;
}

/** Replays a recording: in each hour so many pages are fetched, and show what they showed then. */
export function replay(recording: Recording, chooser: Chooser, budget: number): Score {
  const shown = recording.pages.map(() => new Set<number>());
  const seen = new Map<number, number>();
  for (const { hour, changes } of recording.rounds) {
    for (const { page, added, removed } of changes) {
      for (const article of removed) shown[page]!.delete(article);
      for (const article of added) shown[page]!.add(article);
    }
    chooser.begin(hour);
    for (let i = 0; i < budget; i++) {
      const page = chooser.next();
      if (page === undefined) break;
      const articles = [...shown[page]!];
      for (const article of articles) if (!seen.has(article)) seen.set(article, hour);
      chooser.fetched(page, articles);
    }
  }
  return scoreOf(recording, seen);
}

/** An article that is there in a snapshot came in the hour before it: fetched then, it is seen within an hour. */
function scoreOf({ rounds, born }: Recording, seen: ReadonlyMap<number, number>): Score {
  const half = rounds[Math.floor(rounds.length / 2)]!.hour;
  const delays = born.flatMap((hour, article) =>
    hour === undefined || hour < half ? [] : [(seen.get(article) ?? Infinity) - hour],
  );
  const share = (hours: number) =>
    delays.filter((delay) => delay < hours).length / Math.max(1, delays.length);
  return {
    within1h: share(1),
    within3h: share(3),
    within24h: share(24),
    never: 1 - share(Infinity),
    articles: delays.length,
  };
}
