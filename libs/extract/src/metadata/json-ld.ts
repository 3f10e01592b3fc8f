import { shortened } from '../folded-text.ts';
import { METADATA_LIMITS } from './metadata.ts';
import { parsedLoosely } from './loose-json.ts';

/** One thing of JSON-LD; texts are empty where it says nothing. */
export interface JsonLdItem {
  /** Without the vocabulary's address: `NewsArticle`. */
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly headline: string;
  readonly url: string;
  readonly description: string;
  readonly published: string;
  readonly modified: string;
  readonly authors: readonly string[];
  readonly publisher: string;
  readonly section: string;
  readonly language: string;
  readonly image: string;
}

type Node = Readonly<Record<string, unknown>>;

/** Where the thing that a page is about may be found within another. What stands elsewhere is beside the matter. */
const WITHIN = [
  '@graph',
  'mainEntity',
  'mainEntityOfPage',
  'about',
  'subjectOf',
  'video',
  'article',
];

/** The things that blocks of JSON-LD tell of, flattened. Never throws; what is too much or too deep is left out. */
export function jsonLdItems(blocks: readonly string[]): JsonLdItem[] {
  const nodes: Node[] = [];
  for (const block of blocks) gather(parsedLoosely(block), nodes);
  const byId = new Map(nodes.map((node) => [textOf(node, '@id'), node]));
  return nodes
    .filter((node) => Object.keys(node).some((key) => !key.startsWith('@')))
    .slice(0, METADATA_LIMITS.jsonLdItems)
    .map((node) => itemOf(node, byId));
}

function gather(root: unknown, nodes: Node[]): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next; (next = waiting.shift()) !== undefined;) {
    const { value, depth } = next;
    if (depth > METADATA_LIMITS.jsonLdDepth) continue;
    if (nodes.length + waiting.length > METADATA_LIMITS.jsonLdNodes) continue;
    if (Array.isArray(value)) {
      for (const one of value.slice(0, 500)) waiting.push({ value: one, depth: depth + 1 });
    } else if (isNode(value)) {
      nodes.push(value);
      for (const key of WITHIN) {
        const inner = own(value, key);
        if (typeof inner === 'object') waiting.push({ value: inner, depth: depth + 1 });
      }
    }
  }
}

function itemOf(node: Node, byId: ReadonlyMap<string, Node>): JsonLdItem {
  const { urlCharacters, descriptionCharacters } = METADATA_LIMITS;
  return {
    type: typeOf(node),
    id: textOf(node, '@id', urlCharacters),
    name: textOf(node, 'name'),
    headline: textOf(node, 'headline') || textOf(node, 'alternativeHeadline'),
    url: textOf(node, 'url', urlCharacters) || referenceOf(own(node, 'mainEntityOfPage')),
    description: textOf(node, 'description', descriptionCharacters),
    published:
      textOf(node, 'datePublished') || textOf(node, 'uploadDate') || textOf(node, 'dateCreated'),
    modified: textOf(node, 'dateModified') || textOf(node, 'dateUpdated'),
    authors: namesOf(own(node, 'author') ?? own(node, 'creator'), byId),
    publisher: namesOf(own(node, 'publisher'), byId)[0] ?? '',
    section: textOf(node, 'articleSection'),
    language: textOf(node, 'inLanguage'),
    image: imageOf(own(node, 'image') ?? own(node, 'thumbnailUrl')),
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] as unknown) : value;
}

function textOf(node: Node, key: string, max: number = METADATA_LIMITS.textCharacters): string {
  const value = first(own(node, key));
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return shortened(value, max);
  // { "@value": "...", "@language": "..." }
  return isNode(value) && typeof own(value, '@value') === 'string'
    ? textOf(value, '@value', max)
    : '';
}

function typeOf(node: Node): string {
  return textOf(node, '@type').replace(/^.*[/#:]/, '');
}

function referenceOf(value: unknown): string {
  const one = first(value);
  if (typeof one === 'string') return shortened(one, METADATA_LIMITS.urlCharacters);
  return isNode(one) ? textOf(one, '@id', METADATA_LIMITS.urlCharacters) : '';
}

function imageOf(value: unknown): string {
  const one = first(value);
  if (isNode(one)) return textOf(one, 'url', METADATA_LIMITS.urlCharacters) || referenceOf(one);
  return referenceOf(one);
}

/** Names of persons or organisations, which may stand elsewhere under an id. */
function namesOf(value: unknown, byId: ReadonlyMap<string, Node>): string[] {
  const all = (Array.isArray(value) ? value : [value]).slice(0, 20) as unknown[];
  const names = all.flatMap((one) => {
    if (typeof one === 'string') return [shortened(one, METADATA_LIMITS.textCharacters)];
    if (!isNode(one)) return [];
    const named = Object.hasOwn(one, 'name') ? one : (byId.get(textOf(one, '@id')) ?? one);
    return [textOf(named, 'name')];
  });
  return [...new Set(names)].filter((name) => name !== '');
}
