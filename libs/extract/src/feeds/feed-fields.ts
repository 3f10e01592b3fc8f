/** What an element of a feed fills. */
export type FeedField =
  | 'title'
  | 'link'
  | 'id'
  | 'summary'
  | 'content'
  | 'published'
  | 'updated'
  | 'created'
  | 'language'
  | 'ttl'
  | 'period'
  | 'frequency'
  | 'hour'
  | 'day';

/** A field and how much its element is to be trusted: what ranks higher takes the place of what ranks lower. */
export interface Filled {
  readonly field: FeedField;
  readonly rank: number;
}

const DATES = [
  ['published', 'pubdate published issued dcterms:issued'],
  ['updated', 'updated modified lastbuilddate dcterms:modified'],
  ['updated', 'dc:date date', 1],
  ['created', 'created dcterms:created'],
] as const;

const OF_FEED = table([
  ['title', 'title'],
  ['title', 'dc:title itunes:title', 1],
  ['link', 'link'],
  ['id', 'id guid'],
  ['summary', 'subtitle tagline description abstract'],
  ['summary', 'dc:description itunes:summary itunes:subtitle info', 1],
  ['language', 'language dc:language'],
  ['ttl', 'ttl'],
  ['period', 'sy:updateperiod'],
  ['frequency', 'sy:updatefrequency'],
  ...DATES,
]);

const OF_ITEM = table([
  ['title', 'title'],
  ['title', 'dc:title itunes:title', 1],
  ['title', 'media:title', 0],
  ['link', 'link'],
  ['id', 'id guid'],
  ['id', 'dc:identifier', 1],
  ['summary', 'description summary abstract tagline'],
  ['summary', 'dc:description itunes:summary', 1],
  ['summary', 'media:description itunes:subtitle', 0],
  ['content', 'content content:encoded fullitem'],
  ['content', 'xhtml:body body xhtml:div', 1],
  ...DATES,
]);

function table(
  rows: readonly (readonly [field: FeedField, names: string, rank?: number])[],
): ReadonlyMap<string, Filled> {
  return new Map(
    rows.flatMap(([field, names, rank = 2]) =>
      names.split(' ').map((name): [string, Filled] => [name, { field, rank }]),
    ),
  );
}

const CHANNELS = new Set(['channel', 'feed', 'rss', 'rdf:rdf']);
const ITEMS = new Set(['item', 'entry']);
/** Wrappers inside an item whose fields are the item's. */
const WRAPPERS = new Set(['media:group', 'media:content']);

/** Whether an element is an item. */
export function isItem(name: string): boolean {
  return ITEMS.has(name);
}

/** What an element fills, by its parent; undefined for one that fills nothing, as a title of an image. */
export function fieldOf(name: string, parent: string): Filled | undefined {
  if (CHANNELS.has(parent)) return OF_FEED.get(name);
  if (ITEMS.has(parent)) return OF_ITEM.get(name);
  if (WRAPPERS.has(parent)) return name.startsWith('media:') ? OF_ITEM.get(name) : undefined;
  if (parent === 'skiphours' && name === 'hour') return { field: 'hour', rank: 2 };
  return parent === 'skipdays' && name === 'day' ? { field: 'day', rank: 2 } : undefined;
}
