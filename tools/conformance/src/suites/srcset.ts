import { parseSrcset } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { textIn } from '../line.ts';

export const srcset = caseSuite({
  name: 'srcset',
  means: 'the image of a srcset that is taken; empty where none is',
  read: (line) => {
    const [given, expect] = [textIn(line, 'srcset'), textIn(line, 'expect')];
    return given === undefined || expect === undefined ? undefined : { given, expect };
  },
  passes: ({ given, expect }) => (parseSrcset(given)[0]?.url ?? '') === expect,
});
