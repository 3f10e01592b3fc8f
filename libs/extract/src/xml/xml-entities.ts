import { decodeHTMLStrict } from 'entities';

const REFERENCE = /&(?:#(?:x[0-9a-f]{1,8}|[0-9]{1,10})|[a-z][\w.-]{0,63});/gi;

/** The longest reference that is looked for. */
export const MAX_REFERENCE_CHARACTERS = 66;

/** How many declared names are remembered; a document that declares more is no feed. */
const MAX_DECLARED = 1_000;
const DECLARATION = /<!ENTITY\s+(?:%\s+)?([\w.:-]{1,64})\s/gi;

/**
 * Text with its references replaced: numbers, and names of XML and HTML. A name that the document
 * declares itself stands for nothing, whatever it declares: so nothing is expanded or fetched. One that
 * nobody knows stays as it is written, as it is most often a bare ampersand in a URL.
 */
export function decodeReferences(text: string, declared: ReadonlySet<string> | undefined): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (reference) => {
    if (declared?.has(reference.slice(1, -1)) === true) return '';
    return decodeHTMLStrict(reference);
  });
}

/** The names of entities that a document type declaration declares. */
export function declaredEntities(doctype: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = ''] of doctype.matchAll(DECLARATION)) {
    if (names.size >= MAX_DECLARED) break;
    names.add(name);
  }
  return names;
}
