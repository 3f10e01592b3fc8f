import { type PagePart, partOf } from './page-parts.ts';
import { isRaw } from './raw-text.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const VOID = set('area base br col embed hr img input link meta param source track wbr');

/** Elements that begin and end a line of their own. */
const BLOCKS = set(
  'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol option p pre section summary ' +
    'table tbody td tfoot th thead tr ul',
);

/** A paragraph ends where one of these begins. */
const ENDS_PARAGRAPH = set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr li dd dt main menu nav ol p pre search section summary table ul',
);

/** What is open outside of these is not ended from within them. */
const BARRIERS = set('td th caption button object applet marquee template html');

/** Parts of a table, whose end tags are heard within its cells. */
const TABLE_PARTS = set('table tbody thead tfoot tr td th caption');

/** Which open elements a start tag ends, looking outward until one that the search does not leave. */
export interface ImpliedEnds {
  readonly ends: ReadonlySet<string>;
  readonly within: ReadonlySet<string>;
  /** It ends paragraphs alone. */
  readonly isOfParagraph?: boolean;
}

const PARAGRAPH: ImpliedEnds = {
  ends: set('p'),
  within: new Set([...BLOCKS, ...BARRIERS].filter((tag) => tag !== 'p')),
  isOfParagraph: true,
};
const IMPLIED: ReadonlyMap<string, ImpliedEnds> = new Map<string, ImpliedEnds>([
  ...[...ENDS_PARAGRAPH].map((tag) => [tag, PARAGRAPH] as const),
  ['li', { ends: set('li'), within: set('ul ol menu dir td th button') }],
  ['dt', { ends: set('dt dd'), within: set('dl td th button') }],
  ['dd', { ends: set('dt dd'), within: set('dl td th button') }],
  ['td', { ends: set('td th'), within: set('tr table template') }],
  ['th', { ends: set('td th'), within: set('tr table template') }],
  ['tr', { ends: set('tr'), within: set('table template') }],
  ['tbody', { ends: set('tbody thead tfoot'), within: set('table template') }],
  ['thead', { ends: set('tbody thead tfoot'), within: set('table template') }],
  ['tfoot', { ends: set('tbody thead tfoot'), within: set('table template') }],
  ['option', { ends: set('option'), within: set('select datalist') }],
  ['a', { ends: set('a'), within: BARRIERS }],
]);

/** Elements whose text nobody sees, beside those whose text is no markup. */
const HIDDEN = set('noscript template svg math select datalist canvas audio video object');

/** Elements that are too small for the names their authors gave them to say anything of the page. */
const UNNAMED = set(
  'a abbr b body br button em font h2 h3 h4 h5 h6 head html i iframe img input li link meta option path script source ' +
    'strong style tbody td th thead title tr u',
);

/** Elements that may name a URL. */
const LINKING = set('a area link iframe frame img source form meta');

/** Those whose URLs a crawler follows. */
const FOLLOWED = set('a area link iframe frame meta');

/** What is known of an element by its name. */
export interface ElementRule {
  /** In small letters. */
  readonly name: string;
  /** Nothing in it is a tag but its own end. */
  readonly isRaw: boolean;
  /** It has no end and holds nothing. */
  readonly isVoid: boolean;
  readonly isBlock: boolean;
  readonly isBarrier: boolean;
  /** Its end tag is heard within what is else a barrier. */
  readonly passesBarriers: boolean;
  /** A page has one, however often it is written. */
  readonly isOnce: boolean;
  readonly isHidden: boolean;
  /** SVG or MathML. */
  readonly isDrawing: boolean;
  readonly isUnnamed: boolean;
  readonly mayLink: boolean;
  readonly isFollowed: boolean;
  readonly isParagraph: boolean;
  readonly implied: ImpliedEnds | undefined;
  readonly part: PagePart | undefined;
}

/** Names that pages use a lot, with or without a rule of their own. */
const USUAL = set(
  'cite code dialog g kbd label legend mark nav noembed noframes path picture plaintext q s search section small span sub sup ' +
    'svg textarea time use video xmp',
);
const KNOWN = [
  VOID,
  BLOCKS,
  ENDS_PARAGRAPH,
  BARRIERS,
  TABLE_PARTS,
  HIDDEN,
  UNNAMED,
  LINKING,
  USUAL,
];
const RULES = new Map(
  [...KNOWN.flatMap((some) => [...some]), ...IMPLIED.keys()].map((tag) => [tag, madeRule(tag)]),
);
/** Names of a page's own are remembered, up to so many; so are capital letters. */
const MOST_RULES = 2_000;
/** A longer text that was cut out of a page would hold the whole page in memory. */
const LONGEST_REMEMBERED = 12;

function madeRule(tag: string): ElementRule {
  return {
    name: tag,
    isRaw: isRaw(tag),
    isVoid: VOID.has(tag),
    isBlock: BLOCKS.has(tag),
    isBarrier: BARRIERS.has(tag),
    passesBarriers: TABLE_PARTS.has(tag) || BARRIERS.has(tag),
    isOnce: tag === 'html' || tag === 'body',
    isHidden: HIDDEN.has(tag),
    isDrawing: tag === 'svg' || tag === 'math',
    isUnnamed: UNNAMED.has(tag),
    mayLink: LINKING.has(tag),
    isFollowed: FOLLOWED.has(tag),
    isParagraph: tag === 'p',
    implied: IMPLIED.get(tag),
    part: partOf(tag),
  };
}

/** One look-up for all that a reader asks of an element, however its name is written. */
export function ruleOf(written: string): ElementRule {
  const known = RULES.get(written);
  if (known !== undefined) return known;
  const name = written.toLowerCase();
  const rule = RULES.get(name) ?? madeRule(name);
  if (RULES.size < MOST_RULES && written.length <= LONGEST_REMEMBERED) RULES.set(written, rule);
  return rule;
}

/** The known names by a number made of their first and last letters and their length. */
const SLOTS = 4_096;
const BY_SLOT: ElementRule[][] = Array.from({ length: SLOTS }, () => []);
for (const [name, rule] of RULES) {
  BY_SLOT[slotOf(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length)]!.push(rule);
}

/** Small and capital letters come to the same. */
function slotOf(first: number, last: number, length: number): number {
  return ((first & 31) << 7) | ((last & 31) << 2) | (length & 3);
}

/** The same of a name that stands in a page, whose characters are given as numbers: a known one need not be cut out. */
export function ruleAt(html: string, codes: Uint16Array, start: number, end: number): ElementRule {
  for (const rule of BY_SLOT[slotOf(codes[start]!, codes[end - 1]!, end - start)]!) {
    const { name } = rule;
    if (name.length !== end - start) continue;
    let same = 0;
    while (same < name.length && codes[start + same] === name.charCodeAt(same)) same += 1;
    if (same === name.length) return rule;
  }
  return ruleOf(html.slice(start, end));
}

export function isVoid(tag: string): boolean {
  return VOID.has(tag);
}

export function isBlock(tag: string): boolean {
  return BLOCKS.has(tag);
}
