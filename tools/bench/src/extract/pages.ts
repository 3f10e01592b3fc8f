import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { newsPage } from '@mayfly/demo-world';

/** A page to be read. */
export interface Page {
  readonly url: string;
  readonly bytes: Uint8Array;
}

const MADE_PAGES = 120;

/** Pages of a file of the conformance format (`url`, `contentBase64`), or made ones. They are UTF-8. */
export function pagesOf(file: string | undefined): Page[] {
  if (file === undefined) {
    return Array.from({ length: MADE_PAGES }, (_, n) => {
      const { url, html } = newsPage(n);
      return { url, bytes: new TextEncoder().encode(html) };
    });
  }
  const bytes = readFileSync(file);
  const text = (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { url, contentBase64 } = JSON.parse(line) as { url: string; contentBase64: string };
      return { url, bytes: new Uint8Array(Buffer.from(contentBase64, 'base64')) };
    });
}
