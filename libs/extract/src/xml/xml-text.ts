import { FoldedText } from '../folded-text.ts';
import type { Limits } from '../limits.ts';
import { XmlReader } from './xml-reader.ts';

/** What an XML document of any kind says: its text, a line for each element. */
export function xmlText(xml: string, limits: Limits): FoldedText {
  const folded = new FoldedText(limits.maxTextCharacters);
  const breakLine = () => folded.breakLine();
  const reader = new XmlReader(
    { open: breakLine, close: breakLine, cut: () => {}, text: (text) => folded.add(text) },
    limits,
  );
  reader.write(xml);
  reader.end();
  if (reader.stopped !== undefined) folded.truncated = true;
  return folded;
}
