import { essenceOf, indexOfAny, type MimeType, parseMimeType, quotedString } from './mime-type.ts';

/**
 * Fetch's "extract a MIME type": what several Content-Type headers, or one that holds several, mean
 * together. The last one counts, and keeps the charset of those before it that name the same type.
 */
export function combineContentTypes(headers: readonly string[]): MimeType | undefined {
  let mime: MimeType | undefined;
  let essence: string | undefined;
  let charset: string | undefined;
  for (const value of splitValues(headers.join(', '))) {
    const next = parseMimeType(value);
    if (next === undefined || essenceOf(next) === '*/*') continue;
    mime = next;
    if (essenceOf(next) !== essence) {
      charset = next.parameters.get('charset');
      essence = essenceOf(next);
    } else if (!next.parameters.has('charset') && charset !== undefined) {
      mime = { ...next, parameters: new Map([...next.parameters, ['charset', charset]]) };
    }
  }
  return mime;
}

/** Fetch's "get, decode, and split": at commas that stand in no quotes. */
function splitValues(input: string): string[] {
  const values: string[] = [];
  let from = 0;
  let at = 0;
  for (;;) {
    at = indexOfAny(input, '",', at);
    if (input.charAt(at) === '"') {
      at = quotedString(input, at).end;
      continue;
    }
    values.push(input.slice(from, at).replace(/^[\t ]+|[\t ]+$/g, ''));
    if (at >= input.length) return values;
    at += 1;
    from = at;
  }
}
