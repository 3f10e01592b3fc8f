import { encodeQuery } from './encode-query.ts';

/**
 * The URL that a reference means, as the URL standard has it; undefined where it means none. A page in
 * an old encoding writes its queries in that encoding, so links of such a page need its name (any
 * label of the encoding standard; without one UTF-8).
 */
export function resolveUrl(text: string, base?: string, encoding?: string): URL | undefined {
  const spelled = encoding === undefined ? text : withEncodedQuery(text, encoding);
  return URL.parse(spelled, base) ?? undefined;
}

/** What the URL parser strips wherever it stands. */
const STRIPPED = /[\t\n\r]/g;

function withEncodedQuery(text: string, encoding: string): string {
  const stripped = text.replace(STRIPPED, '');
  const fragment = stripped.indexOf('#');
  const end = fragment < 0 ? stripped.length : fragment;
  const begin = stripped.indexOf('?') + 1;
  if (begin === 0 || begin > end) return stripped;
  const query = encodeQuery(stripped.slice(begin, end), encoding);
  return stripped.slice(0, begin) + query + stripped.slice(end);
}
