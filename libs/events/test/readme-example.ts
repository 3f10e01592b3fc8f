import { packContent, unpackContent } from '@mayfly/events';

export async function example(): Promise<{ packedTo: number; text: string }> {
  const { at, ...about } = await packContent(Buffer.from('a page '.repeat(1_000)));
  const bytes = await unpackContent({ ...about, bytes: at.value });
  return { packedTo: at.value.length, text: Buffer.from(bytes).toString().slice(0, 6) };
}
