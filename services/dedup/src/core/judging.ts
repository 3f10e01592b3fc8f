import type { Candidate, Contents, Judged, Judgement, Verdicts } from './ports.ts';

/**
 * Gives a verdict on each document, in their order, and keeps it. The first URL of a content is settled before the
 * verdicts that rest on it, and never changes: so after a crash between the two writes the same verdict is found again.
 */
export class Judging {
  readonly #contents: Contents;
  readonly #verdicts: Verdicts;

  constructor(contents: Contents, verdicts: Verdicts) {
    this.#contents = contents;
    this.#verdicts = verdicts;
  }

  async judge(candidates: readonly Candidate[]): Promise<readonly Judgement[]> {
    const asked = eachOnce(candidates, attemptName);
    const known = await this.#verdicts.of([...asked.values()]);
    const judgements = new Map<string, Judgement>();
    const open: Candidate[] = [];
    [...asked].forEach(([name, candidate], at) => {
      const judgement = known[at];
      if (judgement === undefined) open.push(candidate);
      else judgements.set(name, judgement);
    });
    if (open.length > 0) {
      const kept = await this.#verdicts.keep(await this.#judgeNew(open));
      open.forEach((candidate, at) => judgements.set(attemptName(candidate), kept[at]!));
    }
    return candidates.map((candidate) => judgements.get(attemptName(candidate))!);
  }

  async #judgeNew(open: readonly Candidate[]): Promise<readonly Judged[]> {
    // Of several documents with one content in a request the first has it first.
    const firsts = [...eachOnce(open, contentName).values()];
    const owners = await this.#contents.firstUrls(firsts.map(({ sha256 }) => sha256));
    const unowned = firsts.filter((_, at) => owners[at] === undefined);
    const claimed = unowned.length === 0 ? [] : await this.#contents.claim(unowned);
    const ownerOf = new Map<string, string>();
    firsts.forEach((first, at) => {
      const owner = owners[at];
      if (owner !== undefined) ownerOf.set(contentName(first), owner);
    });
    unowned.forEach((first, at) => ownerOf.set(contentName(first), claimed[at]!));
    return open.map((candidate) => ({
      candidate,
      judgement: judgementOf(candidate, ownerOf.get(contentName(candidate))!),
    }));
  }
}

/** A URL is no duplicate of itself: what it said before and says again is its own. */
function judgementOf({ url }: Candidate, firstUrl: string): Judgement {
  return firstUrl === url ? {} : { duplicateOf: firstUrl };
}

function eachOnce(
  candidates: readonly Candidate[],
  nameOf: (candidate: Candidate) => string,
): ReadonlyMap<string, Candidate> {
  const once = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const name = nameOf(candidate);
    if (!once.has(name)) once.set(name, candidate);
  }
  return once;
}

function attemptName({ url, attempt }: Candidate): string {
  return `${attempt} ${url}`;
}

function contentName({ sha256 }: Candidate): string {
  return Buffer.from(sha256.buffer, sha256.byteOffset, sha256.length).toString('latin1');
}
