import { combineContentTypes, serialiseMimeType } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { textsIn, textOrNullIn } from '../line.ts';

export const contentType = caseSuite({
  name: 'content-type',
  means: 'what several Content-Type headers mean together',
  read: (line) => {
    const [headers, expected] = [textsIn(line, 'contentTypeHeaders'), textOrNullIn(line, 'mime')];
    return headers === undefined || expected === undefined ? undefined : { headers, expected };
  },
  passes: ({ headers, expected }) => {
    const combined = combineContentTypes(headers);
    return (combined === undefined ? null : serialiseMimeType(combined)) === expected;
  },
});
