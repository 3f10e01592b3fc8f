import { describe, expect, it } from '@jest/globals';
import { readContentSignals } from './content-signals.ts';

describe('readContentSignals', () => {
  it.each([
    [['search=yes, ai-train=no'], { search: true, 'ai-train': false }],
    [['Search = YES,AI-Input=no'], { search: true, 'ai-input': false }],
    [['/news/ train-ai=n, bots=y'], { 'train-ai': false, bots: true }],
    [['ai-train=yes', 'ai-train=no'], { 'ai-train': false }],
    [['ai-train=no', 'ai-train=yes'], { 'ai-train': false }],
    [['ai-train=maybe', 'nothing', ''], {}],
    [[], {}],
  ])('of %j are %j', (lines, expected) => {
    expect(readContentSignals(lines)).toEqual(expected);
  });
});
