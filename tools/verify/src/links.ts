import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { trackedFiles } from './tracked-files.ts';

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const OUTSIDE = /^[a-z][a-z0-9+.-]*:/i;

/** Links between our pages whose file or heading is gone. Addresses outside are not asked. */
export async function brokenLinks(): Promise<string[]> {
  return trackedFiles('*.md').flatMap((page) => brokenLinksOf(page, readFileSync(page, 'utf8')));
}

function brokenLinksOf(page: string, text: string): string[] {
  const targets = [...withoutCode(text).matchAll(LINK)].map((match) => match[1]!);
  return targets
    .filter((target) => !OUTSIDE.test(target) && !leadsSomewhere(page, text, target))
    .map((target) => `${page}: link to ${target} leads nowhere`);
}

function leadsSomewhere(page: string, text: string, target: string): boolean {
  const [path = '', heading] = target.split('#');
  const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
  if (!existsSync(file)) return false;
  if (heading === undefined || !file.endsWith('.md')) return true;
  return headingsOf(path === '' ? text : readFileSync(file, 'utf8')).has(heading);
}

/** Anchors as GitHub makes them. */
export function headingsOf(text: string): Set<string> {
  const headings = [...withoutCode(text).matchAll(/^#{1,6}\s+(.+)$/gm)].map((match) => match[1]!);
  return new Set(
    headings.map((heading) =>
      heading
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}
