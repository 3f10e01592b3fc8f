import { decodeReferences } from './xml-entities.ts';

/** Attributes of an element: names in lower case, with their prefixes. */
export type XmlAttributes = ReadonlyMap<string, string>;

const NONE: XmlAttributes = new Map();
const MAX_ATTRIBUTES = 1_000;
const ATTRIBUTE = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|["']?([^\s"'>]*)))?/g;

/** Reads what stands in a tag behind its name; quotes may be missing. */
export function readAttributes(
  text: string,
  declared: ReadonlySet<string> | undefined,
): XmlAttributes {
  if (text === '' || text === '/') return NONE;
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (attributes.has(key)) continue;
    attributes.set(key, decodeReferences(double ?? single ?? bare ?? '', declared));
    if (attributes.size >= MAX_ATTRIBUTES) break;
  }
  return attributes;
}
