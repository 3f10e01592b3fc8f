import { Parser } from 'htmlparser2';

const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'cite',
  'action',
  'longdesc',
  'poster',
  'background',
]);
const LEFT_OUT = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'applet',
  'noscript',
  'form',
]);
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
const WELL_KNOWN_SCHEME = /^(?:https?|mailto|ftp|tel|data|magnet|news|irc|xmpp|urn|tag):/i;

/** Escapes what would be markup. */
export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Escapes a value that stands in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
}

/** Absolute where it can be; one that is already, or that cannot be, stays as it is written. */
export function resolved(link: string, base: string): string {
  const trimmed = link.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(trimmed)) return trimmed;
  return URL.parse(trimmed, base)?.href ?? trimmed;
}

/** HTML of a feed without scripts and handlers, its links absolute. Text without tags is left as it is. */
export function cleanMarkup(html: string, base: string): string {
  if (!/<[a-z/!]/i.test(html)) return html;
  let clean = '';
  let leftOut = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (LEFT_OUT.has(name)) leftOut += 1;
        if (leftOut === 0)
          clean += `<${name}${attributesOf(attributes, base)}${VOID.has(name) ? ' /' : ''}>`;
      },
      ontext: (text) => {
        if (leftOut === 0) clean += text;
      },
      onclosetag: (name) => {
        if (leftOut === 0 && !VOID.has(name)) clean += `</${name}>`;
        if (LEFT_OUT.has(name) && leftOut > 0) leftOut -= 1;
      },
    },
    { decodeEntities: false, lowerCaseTags: true },
  );
  parser.end(html);
  return clean;
}

function attributesOf(attributes: Readonly<Record<string, string>>, base: string): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on') || name === 'style') continue;
    if (!URL_ATTRIBUTES.has(name)) text += ` ${name}="${value.replace(/"/g, '&quot;')}"`;
    else if (/^[a-z][a-z\d+.-]*:/i.test(value.trim()) && !WELL_KNOWN_SCHEME.test(value.trim()))
      continue;
    else text += ` ${name}="${resolved(value, base).replace(/"/g, '&quot;')}"`;
  }
  return text;
}
