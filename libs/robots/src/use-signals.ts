import { readContentSignals } from './content-signals.ts';
import type { MetaTag, PageWishes } from './page-wishes.ts';

/** A publisher's word about one use of a document, such as the training of models. */
export interface UseSignal {
  /** As the publisher calls it, in lower case: `ai-train`, `search`; `tdm` for text and data mining. */
  readonly use: string;
  readonly allowed: boolean;
  /** Who says so: robots.txt, a header or the page. */
  readonly from: 'robots' | 'header' | 'page';
}

/** What was said, place by place. */
export interface SaidOfUses {
  /** `Content-Signal` and `Content-Usage` lines of robots.txt. */
  readonly robots?: readonly string[];
  /** A header of the answer, by its name in lower case. */
  readonly header?: (name: string) => string | undefined;
  /** Meta tags of the page. */
  readonly tags?: readonly MetaTag[];
  /** What page and headers ask of robots. */
  readonly wishes?: PageWishes;
}

const MOST_SIGNALS = 50;
/** Directives that speak of uses, and of which. */
const DIRECTIVES: Readonly<Record<string, string>> = { noai: 'ai', noimageai: 'ai-image' };

/** Every word about uses, in the order of robots.txt, headers, page; nobody is overruled here. */
export function readUseSignals({
  robots = [],
  header,
  tags = [],
  wishes,
}: SaidOfUses): UseSignal[] {
  const said = (lines: readonly (string | undefined)[], from: UseSignal['from']): UseSignal[] =>
    Object.entries(readContentSignals(lines.filter((line) => line !== undefined))).map(
      ([use, allowed]) => ({ use, allowed, from }),
    );
  const named = (name: string) =>
    tags.find((tag) => tag.name.trim().toLowerCase() === name)?.content;
  return [
    ...said(robots, 'robots'),
    ...said([header?.('content-signal'), header?.('content-usage')], 'header'),
    ...reserved(header?.('tdm-reservation'), 'header'),
    ...reserved(named('tdm-reservation'), 'page'),
    ...(wishes?.others ?? []).flatMap((word) =>
      Object.hasOwn(DIRECTIVES, word)
        ? [{ use: DIRECTIVES[word]!, allowed: false, from: 'page' as const }]
        : [],
    ),
  ].slice(0, MOST_SIGNALS);
}

/** The TDM reservation protocol: 1 reserves the right, 0 says that it is not reserved. */
function reserved(value: string | undefined, from: UseSignal['from']): UseSignal[] {
  const said = value?.trim();
  return said === '1' || said === '0' ? [{ use: 'tdm', allowed: said === '0', from }] : [];
}
