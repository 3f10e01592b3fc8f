import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const FOLDER = 'tools/verify/fixtures';

/**
 * Each fixture says on its first line where it pretends to live and which rule it breaks there. A rule that lets its
 * fixture through checks nothing, and a fixture called `allowed` must pass: a rule that refuses all is no better.
 */
export async function brokenBoundaryFixtures(): Promise<string[]> {
  const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] as never });
  const found = await Promise.all(
    readdirSync(FOLDER).map((name) => problemOf(eslint, join(FOLDER, name))),
  );
  return found.filter((problem) => problem !== undefined);
}

async function problemOf(eslint: ESLint, path: string): Promise<string | undefined> {
  const text = readFileSync(path, 'utf8');
  const [, as, breaks] = /^\/\/ as (\S+) breaks (\S+)\n/.exec(text) ?? [];
  if (as === undefined || breaks === undefined)
    return `${path}: first line is not '// as PATH breaks RULE'`;
  const [result] = await eslint.lintText(text, { filePath: as });
  const rules = new Set(result?.messages.map((message) => message.ruleId ?? message.message));
  if (breaks === 'nothing') {
    return rules.size === 0 ? undefined : `${path}: refused by ${[...rules].join(', ')}`;
  }
  return rules.has(breaks) ? undefined : `${path}: ${breaks} lets it through`;
}
