import { normaliseTyped } from '@mayfly/url';
import { caseSuite } from '../case-suite.ts';
import { textIn, textOrNullIn } from '../line.ts';

export const urlNormalise = caseSuite({
  name: 'url-normalise',
  means: 'the normal form of a URL, of other schemes too; null where there is none',
  read: (line) => {
    const [input, normalised] = [textIn(line, 'input'), textOrNullIn(line, 'normalised')];
    return input === undefined || normalised === undefined ? undefined : { input, normalised };
  },
  passes: ({ input, normalised }) => (normaliseTyped(input) ?? null) === normalised,
});
