import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { compareLinks, NOTHING_SEEN } from './seen-links.ts';

const links = (...names: string[]) => names.map((name) => `https://a.test/${name}` as Url);

describe('compareLinks', () => {
  it('tells links that were not there at the last visit', () => {
    const first = compareLinks(NOTHING_SEEN, links('nav', '1', '2'));
    expect([...first.fresh]).toEqual(links('nav', '1', '2'));
    expect(first.overflow).toBe(false);
    const second = compareLinks(first.seen, links('nav', '3', '1'));
    expect([...second.fresh]).toEqual(links('3'));
    expect(second).toMatchObject({ overflow: false, seen: { listed: 3 } });
  });

  it('has turned over when all that came last is gone, whatever stands for good', () => {
    const first = compareLinks(NOTHING_SEEN, links('nav', '1', '2'));
    const second = compareLinks(first.seen, links('nav', '4', '3'));
    const quiet = compareLinks(second.seen, links('nav', '4', '3'));
    expect(quiet).toMatchObject({ overflow: false, fresh: new Set() });
    expect(compareLinks(quiet.seen, links('nav', '5', '4')).overflow).toBe(false);
    expect(compareLinks(quiet.seen, links('nav', '7', '6')).overflow).toBe(true);
  });

  it('remembers a bounded part of a long list', () => {
    const many = links(...Array.from({ length: 5_000 }, (_, at) => `${at}`));
    const { seen } = compareLinks(NOTHING_SEEN, many);
    expect(seen.listed).toBe(5_000);
    expect(seen.list.byteLength + seen.newest.byteLength).toBeLessThan(5_000);
    expect(compareLinks(seen, many).fresh.has(many[0]!)).toBe(false);
  });
});
