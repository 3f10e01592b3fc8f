/** Control characters may not stand in texts of JSON, but people put lines in them. */
const CONTROL = /[\u0000-\u001f]+/g;
const WRAPPING = /^\s*(?:\/\/\s*)?(?:<!\[CDATA\[|<!--)|(?:\/\/\s*)?(?:\]\]>|-->)\s*$/g;
const TRAILING_COMMA = /,(?=\s*[}\]])/g;
/** Fields worth saving out of what cannot be read. */
const SAVED =
  /"(@type|headline|datePublished|dateModified|dateCreated|uploadDate)"\s*:\s*"((?:[^"\\]|\\.){1,500})"/g;

/**
 * What a block of JSON says. One that is broken in the usual ways is mended; of any other those fields are saved that
 * can be told without reading it. Never throws.
 */
export function parsedLoosely(block: string): unknown {
  return parsed(block) ?? parsed(mended(block)) ?? saved(block);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function mended(block: string): string {
  return block
    .replace(WRAPPING, '')
    .replace(CONTROL, ' ')
    .replace(TRAILING_COMMA, '')
    .replace(/;\s*$/, '');
}

function saved(block: string): unknown {
  const fields = new Map<string, string>();
  for (const [, name = '', value = ''] of block.slice(0, 100_000).matchAll(SAVED)) {
    if (!fields.has(name)) fields.set(name, value.replace(/\\(.)/g, '$1'));
  }
  return fields.size === 0 ? undefined : Object.fromEntries(fields);
}
