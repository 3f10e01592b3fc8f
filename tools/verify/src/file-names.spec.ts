import { describe, expect, it } from '@jest/globals';
import { nameProblem } from './file-names.ts';

describe('nameProblem', () => {
  it.each(['a/hostPause.ts', 'a/Host.ts', 'a/host_pause.ts', 'a/host-.ts'])(
    'refuses %s',
    (path) => {
      expect(nameProblem(path)).toBe(`${path}: not kebab-case`);
    },
  );

  it.each(['a/utils.ts', 'a/helper.ts', 'a/common.spec.ts', 'a/types.ts', 'a/constants.mjs'])(
    'refuses the drawer %s',
    (path) => {
      expect(nameProblem(path)).toBe(`${path}: a drawer, not a concept`);
    },
  );

  it.each(['a/host-pause.ts', 'a/x.own-kafka.spec.ts', 'a/generated/some_service.ts'])(
    'takes %s',
    (path) => {
      expect(nameProblem(path)).toBeUndefined();
    },
  );
});
