const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const VOID = set('area base br col embed hr img input link meta param source track wbr');

/** Elements that begin and end a line of their own. */
const BLOCKS = set(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption ' +
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
}

const PARAGRAPH: ImpliedEnds = { ends: set('p'), within: BLOCKS_WITHOUT_P() };
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

function BLOCKS_WITHOUT_P(): ReadonlySet<string> {
  return new Set([...BLOCKS, ...BARRIERS].filter((tag) => tag !== 'p'));
}

export function isVoid(tag: string): boolean {
  return VOID.has(tag);
}

export function isBlock(tag: string): boolean {
  return BLOCKS.has(tag);
}

export function isBarrier(tag: string): boolean {
  return BARRIERS.has(tag);
}

export function passesBarriers(tag: string): boolean {
  return TABLE_PARTS.has(tag) || BARRIERS.has(tag);
}

export function impliedEnds(tag: string): ImpliedEnds | undefined {
  return IMPLIED.get(tag);
}

/** Whether a page has one such element, however often it is written. */
export function isOnce(tag: string): boolean {
  return tag === 'html' || tag === 'body';
}
