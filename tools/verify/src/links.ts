import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { trackedFiles } from './tracked-files.ts';

/** `[text](target "title")`, `[name]: target`, and the HTML that pages may hold. */
const LINKS = [
  /\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+["'(][^)]*)?\)/g,
  /^ {0,3}\[(?!\^)[^\]]+\]:\s*<?([^\s>]+)>?/gm,
  /<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/g,
];
const REFERENCE = /\[([^\]]+)\]\[([^\]]*)\]/g;
const DEFINED = /^ {0,3}\[(?!\^)([^\]]+)\]:\s*\S/gm;
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Links between our pages whose file or heading is gone. Addresses outside are not asked. */
export async function brokenLinks(): Promise<string[]> {
  return trackedFiles('*.md').flatMap((page) => brokenLinksOf(page, readFileSync(page, 'utf8')));
}

/** The same for one page; what its links lead to is looked for on the disk. */
export function brokenLinksOf(page: string, text: string): string[] {
  const prose = withoutFences(text).replaceAll(/`[^`\n]*`/g, '``');
  const targets = LINKS.flatMap((link) => [...prose.matchAll(link)].map((match) => match[1]!));
  const defined = new Set([...prose.matchAll(DEFINED)].map((match) => match[1]!.toLowerCase()));
  return [
    ...targets
      .filter((target) => !OUTSIDE.test(target) && !leadsSomewhere(page, text, target))
      .map((target) => `${page}: link to ${target} leads nowhere`),
    ...[...prose.matchAll(REFERENCE)]
      .map((match) => match[2] || match[1]!)
      .filter((name) => !defined.has(name.toLowerCase()))
      .map((name) => `${page}: nothing says where [${name}] leads`),
  ];
}

function leadsSomewhere(page: string, text: string, target: string): boolean {
  const [path = '', heading] = target.split('#');
  const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
  if (path !== '' && !existsSync(file)) return false;
  if (heading === undefined || !file.endsWith('.md')) return true;
  return headingsOf(path === '' ? text : readFileSync(file, 'utf8')).has(heading);
}

/** Anchors as GitHub makes them: of headings that are alike, the later ones get a number. */
export function headingsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const times = new Map<string, number>();
  for (const [, heading] of withoutFences(text).matchAll(/^#{1,6}\s+(.+)$/gm)) {
    const anchor = heading!
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}
