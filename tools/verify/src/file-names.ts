import { basename } from 'node:path';
import { trackedFiles } from './tracked-files.ts';

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const DRAWERS = /^(utils?|helpers?|common|misc|types|constants|manager)\./;

/** A name that says nothing hides what the file is for. */
export async function fileNameProblems(): Promise<string[]> {
  return trackedFiles('*.ts', '*.mjs').flatMap((path) => nameProblem(path) ?? []);
}

/** What is wrong with the name of one file. */
export function nameProblem(path: string): string | undefined {
  const name = basename(path);
  if (path.includes('/generated/')) return undefined;
  if (!KEBAB.test(name)) return `${path}: not kebab-case`;
  return DRAWERS.test(name) ? `${path}: a drawer, not a concept` : undefined;
}
