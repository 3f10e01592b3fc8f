import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file so that after a crash either the old or the new text is there, whole. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w');
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
