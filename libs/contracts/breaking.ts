import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `proto/` was compared with, what breaks, and whether that may be. */
export interface BreakingVerdict {
  readonly passed: boolean;
  readonly lines: readonly string[];
}

/**
 * Compares `proto/` of the working tree with the last release, where any break is refused, because
 * a released contract changes only by a new version beside it. Before the first release it compares
 * with the parent commit, where a break needs a word to the reader of CHANGELOG.md.
 */
export function checkBreaking(root: string, buf: string): BreakingVerdict {
  const git = gitIn(root);
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  const base = tag ?? git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  if (base === undefined) {
    return passed('nothing to compare with: no release tag and no parent commit here');
  }
  const name = tag === undefined ? 'the parent commit' : `release ${tag}`;
  if (git('cat-file', '-e', `${base}:proto/buf.yaml`) === undefined) {
    return passed(`nothing to compare with: ${name} has no proto/buf.yaml`);
  }

  const breaks = breaksSince(root, base, buf);
  if (breaks.length === 0) return passed(`breaks nothing against ${name}`);
  const told = git('diff', '--quiet', base, '--', 'CHANGELOG.md') === undefined;
  if (tag === undefined && told) {
    return { passed: true, lines: [`breaks against ${name}, told in CHANGELOG.md:`, ...breaks] };
  }
  const advice =
    tag === undefined
      ? 'say so in CHANGELOG.md'
      : 'leave the released version as it is and put a new one beside it';
  return { passed: false, lines: [`breaks against ${name}; ${advice}:`, ...breaks] };
}

function breaksSince(root: string, base: string, buf: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mayfly-breaking-'));
  try {
    mkdirSync(join(folder, 'base'));
    const archive = join(folder, 'base.tar');
    execFileSync('git', ['archive', '--output', archive, base, 'proto'], { cwd: root });
    execFileSync('tar', ['-xf', archive, '-C', join(folder, 'base')]);
    const against = join(folder, 'base/proto');
    const run = spawnSync(buf, ['breaking', '--against', against], {
      cwd: join(root, 'proto'),
      encoding: 'utf8',
    });
    // 100 is buf's word for "there are findings"; anything else but 0 means that it could not look.
    if (run.status !== 0 && run.status !== 100) throw new Error(`buf breaking: ${run.stderr}`);
    return run.stdout.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs git; undefined where it says no. */
function gitIn(root: string): (...args: string[]) => string | undefined {
  return (...args) => {
    const run = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return run.status === 0 ? run.stdout.trim() : undefined;
  };
}

function passed(line: string): BreakingVerdict {
  return { passed: true, lines: [line] };
}

// Not import.meta.main, which the oldest Node that an npm package brings (24.0) does not have.
if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '../..');
  const verdict = checkBreaking(root, join(root, 'node_modules/.bin/buf'));
  process.stdout.write(verdict.lines.map((line) => `contracts: ${line}\n`).join(''));
  if (!verdict.passed) process.exitCode = 1;
}
