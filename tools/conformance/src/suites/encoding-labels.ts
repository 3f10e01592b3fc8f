import { encodingForLabel } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { textIn } from '../line.ts';

export const encodingLabels = caseSuite({
  name: 'encoding-labels',
  means: 'the encoding that a label names',
  read: (line) => {
    const [label, encoding] = [textIn(line, 'label'), textIn(line, 'encoding')];
    return label === undefined || encoding === undefined ? undefined : { label, encoding };
  },
  passes: ({ label, encoding }) =>
    encodingForLabel(label)?.toLowerCase() === encoding.toLowerCase(),
});
