import { describe, expect, it } from '@jest/globals';
import { builder } from '@mayfly/testing';
import type { HostKey, Url } from '@mayfly/url';
import { type Announced, groupsOf, STEP_LINKS, stepsOf } from './announced.ts';
import { afterStep, isApplied, NOTHING_APPLIED } from './applied.ts';

const announced = builder<Announced>({
  ...{ crawl: 'news', url: 'https://a.test/' as Url, host: 'a.test' as HostKey, attempt: 1 },
  ...{
    depth: 0,
    hops: 0,
    seed: false,
    part: 0,
    isRobots: false,
    isPage: true,
    sourceKind: undefined,
    parts: 1,
    isNewVersion: true,
    isUnchanged: false,
    publishedMs: undefined,
    endedMs: 0,
  },
  ...{ redirectUrl: undefined, links: [] },
  place: { name: 'main 0 5', position: 5, outOfOrder: false },
});
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://a.test/${at}` as Url,
    datedMs: undefined,
  }));
const place = (position: number, outOfOrder = false) => ({
  place: { name: `main 0 ${position}`, position, outOfOrder },
});

describe('stepsOf', () => {
  it('cuts many links, always at the same places', () => {
    const steps = stepsOf(announced({ links: links(STEP_LINKS + 1) }));
    expect(steps.map((step) => [step.index, step.links.length])).toEqual([
      [0, STEP_LINKS],
      [1, 1],
    ]);
  });

  it('makes one step of an announcement without links', () => {
    expect(stepsOf(announced())).toHaveLength(1);
  });
});

describe('groupsOf', () => {
  it('has no group with more links than one write takes, and keeps the order', () => {
    const steps = [100, STEP_LINKS, 1, 2].flatMap((count) =>
      stepsOf(announced({ links: links(count) })),
    );
    const sizes = groupsOf(steps).map((group) => group.map((step) => step.links.length));
    expect(sizes).toEqual([[100], [STEP_LINKS], [1, 2]]);
  });
});

describe('isApplied', () => {
  const [first, second] = stepsOf(announced({ links: links(STEP_LINKS + 1) }));
  const after = afterStep(NOTHING_APPLIED, first!);

  it('knows a step that was taken, and not the next one', () => {
    expect([isApplied(after, first!), isApplied(after, second!)]).toEqual([true, false]);
  });

  it('knows what stood before, and not the next part or position', () => {
    const of = (more: Partial<Announced>) => isApplied(after, stepsOf(announced(more))[0]!);
    expect([of(place(4)), of(place(6)), of({ part: 1 })]).toEqual([true, false, false]);
  });

  it('knows what came out of order by its name alone', () => {
    const late = stepsOf(announced(place(3, true)))[0]!;
    expect(isApplied(after, late)).toBe(false);
    const then = afterStep(after, late);
    expect(isApplied(then, late)).toBe(true);
    expect(then.position).toBe(5);
  });
});
