/** Elements in which nothing is a tag but their own end. */
const RAW_NAMES = [
  ...['script', 'style', 'textarea', 'title'],
  ...['iframe', 'noembed', 'noframes', 'xmp'],
] as const;

const ENDS: ReadonlyMap<string, RegExp> = new Map(
  RAW_NAMES.map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]),
);
const SCRIPT_MARKS = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;

/** Whether the content of such an element is raw text. */
export function isRaw(tag: string): boolean {
  return ENDS.has(tag);
}

/** Where the end tag of an element begins whose raw text begins here; -1 where it has none. */
export function rawEnd(html: string, tag: string, start: number): number {
  if (tag === 'script') return scriptEnd(html, start);
  const end = ENDS.get(tag)!;
  end.lastIndex = start;
  return end.exec(html)?.index ?? -1;
}

/** Old pages hide scripts in comments: a script element within such a comment has an end of its own. */
function scriptEnd(html: string, start: number): number {
  let inComment = false;
  let isNested = false;
  SCRIPT_MARKS.lastIndex = start;
  for (let mark; (mark = SCRIPT_MARKS.exec(html)) !== null;) {
    const [text] = mark;
    if (text === '<!--') {
      inComment = true;
      // Its hyphens may be those of its end too.
      SCRIPT_MARKS.lastIndex -= 2;
    } else if (text === '-->') inComment = isNested = false;
    else if (text[1] !== '/') isNested = inComment;
    else if (isNested) isNested = false;
    else return mark.index;
  }
  return -1;
}
