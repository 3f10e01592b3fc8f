import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBreaking } from '../breaking.ts';

const BUF = join(import.meta.dirname, '../../../node_modules/.bin/buf');
const BUF_YAML = 'version: v2\nmodules:\n  - path: .\nbreaking:\n  use:\n    - FILE\n';
const message = (field: string): string =>
  `syntax = "proto3";\npackage a.v1;\nmessage Thing {\n  ${field}\n}\n`;

let root: string;

function git(...args: string[]): void {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@mayfly.test'];
  execFileSync('git', [...author, ...args], { cwd: root, stdio: 'ignore' });
}

function commit(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  git('add', '.');
  git('commit', '--quiet', '--message', 'change');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mayfly-breaking-spec-'));
  mkdirSync(join(root, 'proto/a/v1'), { recursive: true });
  git('init', '--quiet');
  commit({
    'proto/buf.yaml': BUF_YAML,
    'proto/a/v1/a.proto': message('string name = 1;'),
    'CHANGELOG.md': '',
  });
});

afterEach(() => rmSync(root, { recursive: true }));

describe('checkBreaking', () => {
  it('passes and says so where there is no parent commit', () => {
    expect(checkBreaking(root, BUF)).toEqual({
      passed: true,
      lines: ['nothing to compare with: no release tag and no parent commit here'],
    });
  });

  it('passes a change that breaks nobody', () => {
    commit({ 'proto/a/v1/a.proto': message('string name = 1;\n  string more = 2;') });
    expect(checkBreaking(root, BUF)).toEqual({
      passed: true,
      lines: ['breaks nothing against the parent commit'],
    });
  });

  it('refuses a break that the changelog does not tell, and names it', () => {
    commit({ 'proto/a/v1/a.proto': message('int64 name = 1;') });
    const verdict = checkBreaking(root, BUF);
    expect(verdict.passed).toBe(false);
    expect(verdict.lines.join('\n')).toContain('a/v1/a.proto');
  });

  it('passes a break before the first release once the changelog tells it', () => {
    commit({ 'proto/a/v1/a.proto': message('int64 name = 1;') });
    writeFileSync(join(root, 'CHANGELOG.md'), '- name is a number now\n');
    expect(checkBreaking(root, BUF).passed).toBe(true);
  });

  it('refuses a break against a release, changelog or not', () => {
    git('tag', 'v0.1.0');
    commit({ 'CHANGELOG.md': 'a' });
    commit({ 'proto/a/v1/a.proto': message('int64 name = 1;'), 'CHANGELOG.md': 'b' });
    const verdict = checkBreaking(root, BUF);
    expect([verdict.passed, verdict.lines[0]]).toEqual([
      false,
      expect.stringContaining('release v0.1.0'),
    ]);
  });

  it('passes where the parent commit has no contract yet', () => {
    git('rm', '-r', '--quiet', 'proto');
    git('commit', '--quiet', '--message', 'without');
    mkdirSync(join(root, 'proto/a/v1'), { recursive: true });
    commit({ 'proto/buf.yaml': BUF_YAML, 'proto/a/v1/a.proto': message('string name = 1;') });
    expect(checkBreaking(root, BUF).lines[0]).toContain('has no proto/buf.yaml');
  });
});
