import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@mayfly/testing';
import { readLines } from './read-lines.ts';

async function read(name: string, content: string | Uint8Array): Promise<string[]> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, name);
  await writeFile(path, content);
  const lines: string[] = [];
  for await (const line of readLines(path)) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\nb\n', ['a', 'b']],
    ['a\n\nb', ['a', '', 'b']],
    ['a\u2028b\rc\n', ['a\u2028b\rc']],
  ])('of %j are %j', async (content, expected) => {
    expect(await read('x.jsonl', content)).toEqual(expected);
  });

  it('puts lines together that come in pieces', async () => {
    const long = ['ä'.repeat(200_000), 'b', 'ü'.repeat(70_001)];
    expect(await read('x.jsonl', long.join('\n'))).toEqual(long);
    expect(await read('x.jsonl.br', brotliCompressSync(long.join('\n')))).toEqual(long);
  });

  it('fails where the file is cut or is something else', async () => {
    await expect(read('x.jsonl.br', 'no brotli')).rejects.toThrow();
    const cut = brotliCompressSync('a\n'.repeat(100)).subarray(0, 8);
    await expect(read('x.jsonl.br', cut)).rejects.toThrow();
  });
});
