import { describe, expect, it } from '@jest/globals';
import { builder } from '@mayfly/testing';
import type { HostKey, SiteKey } from '@mayfly/url';
import { countHeard, type Heard, NOTHING_HEARD } from './host-counts.ts';

const heard = builder<Heard>({
  site: 'a.test' as SiteKey,
  host: 'www.a.test' as HostKey,
  counted: 'newVersion',
  position: 5,
  lateName: undefined,
  name: 'main 0 5',
});

describe('countHeard', () => {
  it('counts each kind once', () => {
    const kinds = ['newVersion', 'unchanged', 'duplicate', 'withoutDocument', 'late'] as const;
    const counts = kinds.reduce(
      (before, counted, position) =>
        countHeard(before, heard({ counted, position, name: `main 0 ${position}` })),
      NOTHING_HEARD,
    );
    expect(counts).toMatchObject({
      attempts: 5,
      newVersions: 1,
      unchanged: 1,
      duplicates: 1,
      withoutDocument: 1,
      position: 4,
    });
  });

  it('counts nothing for a message it has applied, or one before that', () => {
    const counts = countHeard(NOTHING_HEARD, heard());
    expect(countHeard(counts, heard())).toBe(counts);
    expect(countHeard(counts, heard({ position: 4, name: 'main 0 4' }))).toBe(counts);
  });

  it('counts a message that was given back once, though later ones came before it', () => {
    const late = heard({ position: 3, name: 'main 0 3', lateName: 'main 0 3' });
    const counts = countHeard(countHeard(NOTHING_HEARD, heard()), late);
    expect(counts).toMatchObject({ attempts: 2, position: 5 });
    expect(countHeard(counts, late)).toBe(counts);
  });

  it('counts nothing when a message comes in order after it was given back', () => {
    const late = heard({ name: 'main 0 5', lateName: 'main 0 5' });
    const counts = countHeard(NOTHING_HEARD, late);
    expect(countHeard(counts, heard())).toBe(counts);
  });
});
