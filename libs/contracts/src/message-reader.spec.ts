import { describe, expect, it } from '@jest/globals';
import { LinkKind, LinkList, LinkRegion } from '@mayfly/contracts/events/v1';
import { MessageReader } from '@mayfly/contracts/reader';

const TEXTS = [
  '',
  'plain',
  'a'.repeat(500),
  'Zürich – 東京 🦋',
  '\ufeffmark',
  'x'.repeat(31) + 'é',
];

const bytes = LinkList.encode({
  links: TEXTS.map((text) => ({
    url: `https://a.test/${text.length}`,
    kind: LinkKind.LINK_KIND_ANCHOR,
    nofollow: false,
    text,
    region: LinkRegion.LINK_REGION_MAIN,
    rels: [],
    language: '',
  })),
}).finish();

describe('MessageReader', () => {
  it('reads what the general reader reads', () => {
    expect(LinkList.decode(new MessageReader(bytes))).toEqual(LinkList.decode(bytes));
    const shifted = Buffer.concat([Buffer.from('before'), bytes]).subarray(6);
    expect(LinkList.decode(new MessageReader(shifted)).links.map(({ text }) => text)).toEqual(
      TEXTS,
    );
  });

  it('replaces what is no text, as the general one does', () => {
    const broken = Uint8Array.from([0x0a, 0x04, 0x22, 0x02, 0xff, 0x41]);
    expect(LinkList.decode(new MessageReader(broken))).toEqual(LinkList.decode(broken));
  });

  it('refuses text that ends behind the message', () => {
    for (const cut of [1, 20, bytes.length - 1]) {
      expect(() => LinkList.decode(new MessageReader(bytes.subarray(0, cut)))).toThrow();
    }
    const tooLong = Uint8Array.from([0x0a, 0x03, 0x22, 0x7f, 0x41]);
    expect(() => LinkList.decode(new MessageReader(tooLong))).toThrow('premature EOF');
  });
});
