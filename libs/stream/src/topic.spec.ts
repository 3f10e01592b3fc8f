import { describe, expect, it } from '@jest/globals';
import { notesTopic } from '../test/memory-partition.ts';

describe('defineTopic', () => {
  it('lists every problem of a declaration at once', () => {
    const define = () => notesTopic('no spaces', 0, []);
    expect(define).toThrow(/name: .*partitions: .*groups: /);
  });

  it('refuses a group that is named twice', () => {
    expect(() => notesTopic('notes', 1, ['a', 'a'])).toThrow('groups: must be different');
  });
});
