import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { taskOf } from '../../test/support/tasks.ts';
import { readAnswer } from './fetch-page.ts';
import type { ToRead, WebAnswer } from './ports.ts';
import type { Task } from './task.ts';

const RULES = { contentSignals: [], sitemaps: ['/map.xml'] };

/** The sitemaps with which the answer to a task is read. */
async function sitemapsOf(more: Partial<Task>) {
  const asked: ToRead[] = [];
  const read = async (toRead: ToRead) => {
    asked.push(toRead);
    return undefined;
  };
  const answer = {
    ...{ answered: true, status: 200, headers: new Map(), body: new Uint8Array() },
    ...{ truncated: false, timings: {} },
  } as WebAnswer;
  await readAnswer(taskOf('http://a.test/', more), answer, { read, clock: new FakeClock() }, RULES);
  return asked[0]?.sitemaps ?? [];
}

describe('sitemaps that robots.txt names', () => {
  it.each([
    ['come with a seed', { seed: true }, ['http://a.test/map.xml']],
    ['do not come with other pages', { seed: false }, []],
    ['are none of what a person asked to see', { seed: true, byHand: true }, []],
  ])('%s', async (_, more, sitemaps) => {
    expect(await sitemapsOf(more)).toEqual(sitemaps);
  });
});
