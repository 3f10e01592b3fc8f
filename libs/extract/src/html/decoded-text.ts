import { decodeHTML } from 'entities';
import type { FoldedText } from '../folded-text.ts';

/** Names of entities that are no white space and that pages use a lot. */
const SPACELESS: ReadonlySet<string> = new Set([
  ...['amp', 'lt', 'gt', 'quot', 'apos', '#34', '#38', '#39', '#039', '#x27', '#x2F'],
  ...['lsquo', 'rsquo', 'ldquo', 'rdquo', 'laquo', 'raquo', 'bdquo', 'ndash', 'mdash', 'hellip'],
  ...['#8211', '#8212', '#8216', '#8217', '#8220', '#8221', '#8222', '#8230', '#8722', '#187'],
  ...['middot', 'bull', 'copy', 'reg', 'euro', 'auml', 'ouml', 'uuml', 'Auml', 'Ouml', 'Uuml'],
  ...['szlig', 'eacute', 'egrave', 'agrave', 'ccedil', 'oacute', 'aacute', 'iacute', 'ntilde'],
]);
const LONGEST_NAME = 7;

/** Adds a text with entities. Where its own white space needs no folding, that of an entity still may. */
export function addDecoded(folded: FoldedText, text: string, needsFolding: boolean): void {
  const decoded = decodeHTML(text);
  if (needsFolding) folded.addUnfolded(decoded);
  else if (bringsNoSpace(text)) folded.addFolded(decoded);
  else folded.add(decoded);
}

function bringsNoSpace(text: string): boolean {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    // An ampersand that stands alone is itself.
    if (text.charCodeAt(at + 1) === 0x20) continue;
    const end = text.indexOf(';', at + 1);
    if (end === -1 || end - at - 1 > LONGEST_NAME) return false;
    if (!SPACELESS.has(text.slice(at + 1, end))) return false;
  }
  return true;
}
