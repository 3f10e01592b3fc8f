const TAG = /<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;

/** Throws where XML has tags that do not match, attributes without quotes or bare special characters. */
export function checkWellFormed(xml: string): void {
  const declared = /^<\?xml version="1.0" encoding="utf-8"\?>\s*/.exec(xml);
  if (declared === null) throw new Error('no XML declaration');
  const open: string[] = [];
  let roots = 0;
  for (let at = declared[0].length; at < xml.length;) {
    const text = /[^<]*/y;
    text.lastIndex = at;
    const words = text.exec(xml)![0];
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(words)) throw new Error(`a bare & in ${words}`);
    if (open.length === 0 && words.trim() !== '') throw new Error(`text outside: ${words}`);
    at += words.length;
    if (at === xml.length) break;
    TAG.lastIndex = at;
    const tag = TAG.exec(xml);
    if (tag === null) throw new Error(`no tag: ${xml.slice(at, at + 40)}`);
    const [whole, closing, name, , empty] = tag;
    if (closing === '/') {
      const opened = open.pop();
      if (opened !== name) throw new Error(`${opened} is closed by ${name}`);
    } else {
      if (open.length === 0) roots += 1;
      if (empty === '') open.push(name!);
    }
    at += whole.length;
  }
  if (open.length > 0 || roots !== 1)
    throw new Error(`left open: ${open.join(', ')}; ${roots} roots`);
}
