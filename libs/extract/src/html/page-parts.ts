/** What some elements are for whoever gathers what a page says of itself. */
export type PagePart =
  'abbr' | 'aside' | 'content' | 'drawing' | 'heading' | 'html' | 'meta' | 'script' | 'time';

/** Elements of scripts that show how long ago something was. */
const TIMES = ['time', 'relative-time', 'time-ago', 'local-time'];

const PARTS: ReadonlyMap<string, PagePart> = new Map([
  ...(['abbr', 'html', 'meta', 'script'] as const).map((tag) => [tag, tag] as const),
  ...TIMES.map((tag) => [tag, 'time'] as const),
  ...['aside', 'nav', 'footer', 'select'].map((tag) => [tag, 'aside'] as const),
  ...['article', 'main'].map((tag) => [tag, 'content'] as const),
  ...['h1', 'h2', 'h3'].map((tag) => [tag, 'heading'] as const),
  ['svg', 'drawing'],
]);

/** What an element of that name is; undefined where it is nothing of all that. */
export function partOf(tag: string): PagePart | undefined {
  return PARTS.get(tag);
}
