import type { Content } from '@mayfly/contracts/events/v1';

/** Content whose bytes are here. */
export type InlineContent = Content & { at: { $case: 'inline'; value: Uint8Array } };

/** Puts content where others find it by its hash. */
export type PutContent = (content: InlineContent, signal: AbortSignal) => Promise<void>;

/** Body, text and links of one message, as far as there are any. */
export type Contents<C = Content> = Readonly<Record<'body' | 'text' | 'links', C | undefined>>;

/** Moves the largest contents out of a message until what is left fits. */
export async function moveLargeContent(
  contents: Contents<InlineContent>,
  room: number,
  put: (content: InlineContent) => Promise<void>,
): Promise<Contents> {
  const moved: Record<keyof Contents, Content | undefined> = { ...contents };
  const bySize = Object.entries(contents)
    .filter((entry): entry is [keyof Contents, InlineContent] => entry[1] !== undefined)
    .sort(([, a], [, b]) => b.at.value.length - a.at.value.length);
  let bytes = bySize.reduce((sum, [, { at }]) => sum + at.value.length, 0);
  for (const [name, content] of bySize) {
    if (bytes <= room) break;
    await put(content);
    moved[name] = { ...content, at: { $case: 'stored', value: true } };
    bytes -= content.at.value.length;
  }
  return moved;
}
