import { parseMimeType, serialiseMimeType } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { textIn, textOrNullIn } from '../line.ts';

export const mime = caseSuite({
  name: 'mime',
  means: 'a MIME type, read and written again; null where it is none',
  read: (line) => {
    const [input, output] = [textIn(line, 'input'), textOrNullIn(line, 'output')];
    return input === undefined || output === undefined ? undefined : { input, output };
  },
  passes: ({ input, output }) => {
    const parsed = parseMimeType(input);
    return (parsed === undefined ? null : serialiseMimeType(parsed)) === output;
  },
});
