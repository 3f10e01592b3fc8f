import { describe, expect, it } from '@jest/globals';
import { LinkKind, LinkList } from '@mayfly/contracts/events/v1';
import { bytesOf } from '@mayfly/contracts/writer';

const listOf = (urls: readonly string[]): LinkList => ({
  links: urls.map((url) => ({
    ...{ url, kind: LinkKind.LINK_KIND_ANCHOR, nofollow: false, text: 'text', language: '' },
    ...{ region: undefined, rels: [], publishTime: undefined, updateTime: undefined },
  })),
});

describe('messages that are written one after another', () => {
  it.each([
    ['a short one', ['https://a.test/']],
    ['a long one', Array.from({ length: 50_000 }, (_, at) => `https://a.test/${at}`)],
    ['a short one behind it', ['https://b.test/']],
  ])('are what each would be alone: %s', (_, urls) => {
    const list = listOf(urls);
    expect(Buffer.compare(bytesOf(LinkList, list), LinkList.encode(list).finish())).toBe(0);
  });

  it('are whole after one that cannot be written', () => {
    const bad = { links: [{ ...listOf(['https://a.test/']).links[0]!, kind: 0.5 as LinkKind }] };
    expect(() => bytesOf(LinkList, bad)).toThrow();
    const list = listOf(['https://b.test/']);
    expect(bytesOf(LinkList, list)).toEqual(LinkList.encode(list).finish());
  });
});
