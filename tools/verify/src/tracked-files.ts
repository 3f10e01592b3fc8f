import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Files that git tracks or would track, so that a new page is checked before its first commit. */
export function trackedFiles(...patterns: string[]): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return listed.split('\0').filter((path) => path !== '' && existsSync(path));
}
