/** What may stand before the first element; each part is tried at one place only. */
const BEFORE = /\s+|<\?[^]*?\?>|<!--[^]*?-->|<!doctype[^>[]*(?:\[[^]*?\]\s*)?>/iy;
const ROOT = /<(?:[\w.-]+:)?([\w.-]+)/y;

/** The name of the first element of XML in lower case, without its prefix; undefined where there is none. */
export function rootName(head: string): string | undefined {
  let at = head.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    BEFORE.lastIndex = at;
    if (!BEFORE.test(head)) break;
    at = BEFORE.lastIndex;
  }
  ROOT.lastIndex = at;
  return ROOT.exec(head)?.[1]?.toLowerCase();
}
