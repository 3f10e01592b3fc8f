import { describe, expect, it } from '@jest/globals';
import { Encoding } from '@mayfly/contracts/events/v1';
import { type InlineContent, moveLargeContent } from './large-content.ts';

const content = (bytes: number): InlineContent => ({
  at: { $case: 'inline', value: new Uint8Array(bytes) },
  encoding: Encoding.ENCODING_IDENTITY,
  sha256: new Uint8Array(32),
  size: bytes,
});

async function moved(sizes: Readonly<Record<'body' | 'text' | 'links', number>>, room: number) {
  const put: number[] = [];
  const contents = await moveLargeContent(
    { body: content(sizes.body), text: content(sizes.text), links: content(sizes.links) },
    room,
    async ({ size }) => void put.push(size),
  );
  return { put, at: Object.values(contents).map((each) => each?.at?.$case) };
}

describe('contents of a message', () => {
  it('stay where they fit', async () => {
    expect(await moved({ body: 50, text: 30, links: 20 }, 100)).toEqual({
      put: [],
      at: ['inline', 'inline', 'inline'],
    });
  });

  it('are moved, the largest first, until the rest fits', async () => {
    expect(await moved({ body: 50, text: 80, links: 20 }, 100)).toEqual({
      put: [80],
      at: ['inline', 'stored', 'inline'],
    });
    expect((await moved({ body: 50, text: 80, links: 20 }, 10)).put).toEqual([80, 50, 20]);
  });
});
