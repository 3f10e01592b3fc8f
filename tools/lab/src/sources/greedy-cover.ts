import type { Web } from '../web/web.ts';

/** A source that was chosen, and how many pages all chosen ones reach together. */
export interface Chosen {
  readonly source: number;
  readonly reached: number;
}

/**
 * The source that reaches most pages, then the one that reaches most of the others, and so on, until nothing is added.
 * What a source adds only falls as others are chosen, so most need not be counted again to find the best.
 */
export function greedyCover({ sources, pages }: Pick<Web, 'sources' | 'pages'>): Chosen[] {
  const reached = new Uint8Array(pages.count);
  const adds = (source: number): number => {
    let count = 0;
    for (let i = sources.start[source]!; i < sources.start[source + 1]!; i++) {
      if (reached[sources.links[i]!] === 0) count++;
    }
    return count;
  };
  const queue = Array.from({ length: sources.count }, (_, source) => ({
    source,
    most: adds(source),
  }));
  queue.sort((a, b) => a.most - b.most);
  const chosen: Chosen[] = [];
  let sum = 0;
  while (queue.length > 0) {
    const best = queue.pop()!;
    const now = adds(best.source);
    if (now === 0) continue;
    if (now < (queue.at(-1)?.most ?? 0)) {
      putBack(queue, { source: best.source, most: now });
      continue;
    }
    for (let i = sources.start[best.source]!; i < sources.start[best.source + 1]!; i++) {
      reached[sources.links[i]!] = 1;
    }
    sum += now;
    chosen.push({ source: best.source, reached: sum });
  }
  return chosen;
}

interface Candidate {
  readonly source: number;
  readonly most: number;
}

function putBack(queue: Candidate[], candidate: Candidate): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (queue[middle]!.most < candidate.most) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, candidate);
}
