import { encodingForLabel, sniffEncoding } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { bytesIn, textIn } from '../line.ts';

export const encodingSniff = caseSuite({
  name: 'encoding-sniff',
  means: 'the encoding of a page, by its bytes',
  read: (line) => {
    const [bytes, encoding] = [bytesIn(line, 'bytesBase64'), textIn(line, 'encoding')];
    return bytes === undefined || encoding === undefined ? undefined : { bytes, encoding };
  },
  passes: ({ bytes, encoding }) =>
    sniffEncoding(bytes).encoding === (encodingForLabel(encoding) ?? encoding),
});
