import { createHash } from 'node:crypto';
import { decode, sniffEncoding } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { booleanIn, bytesIn, textIn } from '../line.ts';

export const encodingText = caseSuite({
  name: 'encoding-text',
  means: 'the text of bytes, whatever their encoding is called',
  read: (line) => {
    const [bytes, hash] = [bytesIn(line, 'bytesBase64'), textIn(line, 'textSha256')];
    // Bytes that no page on the web has.
    if (bytes === undefined || hash === undefined || booleanIn(line, 'web') === false)
      return undefined;
    return { bytes, hash };
  },
  passes: ({ bytes, hash }) => {
    const text = decode(bytes, sniffEncoding(bytes).encoding).replace(/^\ufeff/, '');
    return createHash('sha256').update(text, 'utf8').digest('hex') === hash.toLowerCase();
  },
});
