/** A request as the web server saw it, by its own clock. */
export interface Asked {
  readonly host: string;
  readonly path: string;
  readonly beginMs: number;
  /** Absent while it is under way. */
  readonly endMs?: number;
}

/** Manners towards a host, as they have to look from the server's side. */
export interface Needed {
  readonly delayMs: number;
  /** So many times as long as the answer took, at least. */
  readonly busyFactor: number;
}

export interface MannersVerdict {
  readonly requests: number;
  readonly hosts: number;
  readonly pauses: number;
  /** The smallest pause less what it had to be, in milliseconds; undefined where no host was asked twice. */
  readonly smallestSlackMs: number | undefined;
  /** Requests that came before the pause was over. */
  readonly tooSoon: readonly string[];
  /** Requests that came while another was under way. */
  readonly atOnce: readonly string[];
}

/** Two readings of one clock may differ by this much from what lies between them. */
const RESOLUTION_MS = 0.01;

/** Judges requests host by host: one at a time, and a pause from the end of each to the begin of the next. */
export function judgeManners(
  asked: readonly Asked[],
  neededOf: (host: string) => Needed,
): MannersVerdict {
  const byHost = Map.groupBy(asked, ({ host }) => host);
  const tooSoon: string[] = [];
  const atOnce: string[] = [];
  let pauses = 0;
  let smallestSlackMs = Infinity;
  for (const [host, all] of byHost) {
    const inOrder = [...all].sort((one, other) => one.beginMs - other.beginMs);
    for (const { before, next } of pairsOf(inOrder)) {
      const endMs = before.endMs ?? Infinity;
      if (next.beginMs < endMs) {
        atOnce.push(`${host}${next.path} came during ${before.path}`);
        continue;
      }
      const neededMs = neededAfter(before, neededOf(host));
      const pauseMs = next.beginMs - endMs;
      pauses += 1;
      smallestSlackMs = Math.min(smallestSlackMs, pauseMs - neededMs);
      if (pauseMs >= neededMs - RESOLUTION_MS) continue;
      const [had, should] = [pauseMs.toFixed(3), neededMs.toFixed(3)];
      tooSoon.push(`${host}${next.path} came ${had} of ${should} ms after ${before.path}`);
    }
  }
  return {
    ...{ requests: asked.length, hosts: byHost.size, pauses, tooSoon, atOnce },
    smallestSlackMs: pauses === 0 ? undefined : smallestSlackMs,
  };
}

function* pairsOf(asked: readonly Asked[]): Generator<{ before: Asked; next: Asked }> {
  for (let at = 1; at < asked.length; at += 1) yield { before: asked[at - 1]!, next: asked[at]! };
}

function neededAfter({ beginMs, endMs = beginMs }: Asked, { delayMs, busyFactor }: Needed): number {
  return Math.max(delayMs, busyFactor * (endMs - beginMs));
}
