/** What a site says about one use of its content; uses are called as it calls them, in lower case. */
export type ContentSignals = Readonly<Record<string, boolean>>;

const ANSWERS: Readonly<Record<string, boolean>> = { yes: true, y: true, no: false, n: false };

/**
 * The uses that `Content-Signal: search=yes, ai-train=no` lines (or `Content-Usage: train-ai=n`) speak of.
 * Where two lines differ about a use, it is denied; a use that nobody speaks of is absent.
 */
export function readContentSignals(lines: readonly string[]): ContentSignals {
  const signals = new Map<string, boolean>();
  for (const [, use, answer] of lines.flatMap((line) => [
    ...line.matchAll(/(?:^|[,;\s])([a-z][\w-]*)\s*=\s*"?([a-z]+)/gi),
  ])) {
    const allowed = ANSWERS[answer!.toLowerCase()];
    const name = use!.toLowerCase();
    if (allowed !== undefined) signals.set(name, allowed && signals.get(name) !== false);
  }
  return Object.fromEntries(signals);
}
