import { readFileSync } from 'node:fs';
import { readCommand as readBench } from '@mayfly/bench/read-command';
import { readCommand as readLab } from '@mayfly/lab/read-command';
import { readCommand as readSoak } from '@mayfly/soak/read-command';
import { readCommand as readStack } from '@mayfly/stack/read-command';
import { readCommand as readTest } from '@mayfly/test/read-command';
import { readCommand as readVerify } from './read-command.ts';
import { trackedFiles } from './tracked-files.ts';

/** Each command reads its arguments here as it does when it runs: it knows best what it takes. */
const READERS: Readonly<Record<string, (args: readonly string[]) => unknown>> = {
  test: readTest,
  verify: readVerify,
  fix: readVerify,
  stack: readStack,
  bench: readBench,
  lab: readLab,
  soak: readSoak,
};

const CODE = /^```[\s\S]*?^```|`[^`\n]+`/gm;
const COMMAND = /\bnpm (?:run ([a-z][a-z0-9:-]*)|(test|start)\b)(?: -- ([^\n`#&|;()]+))?/g;
/** `NAME`, `N`, `[options]`, `…`: a page may say that something stands there without saying what. */
const PLACEHOLDER = /^\[?(?:--)?[A-Z]+(?:\.{3}|…)?\]?$|…|\[|\]|<|>/;

/** Commands that a page tells the reader to type and that do not exist, or would refuse what stands after `--`. */
export async function unknownCommands(): Promise<string[]> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  return trackedFiles('*.md').flatMap((page) =>
    commandProblems(readFileSync(page, 'utf8'), scripts).map((problem) => `${page}: ${problem}`),
  );
}

/** What is wrong with the commands in the code of one page. */
export function commandProblems(text: string, scripts: Readonly<Record<string, string>>): string[] {
  return [...text.matchAll(CODE)]
    .flatMap(([code]) => [...code.matchAll(COMMAND)])
    .flatMap(([typed, run, direct, after = '']) => {
      const name = run ?? direct!;
      if (!Object.hasOwn(scripts, name)) return [`there is no command npm run ${name}`];
      const problem = refusalOf(name, wordsOf(after));
      return problem === undefined ? [] : [`${typed.trim()}: ${problem}`];
    });
}

function refusalOf(name: string, args: readonly string[]): string | undefined {
  if (args.length === 0 || args.some((word) => PLACEHOLDER.test(word))) return undefined;
  try {
    READERS[name]?.(args);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** As a shell would split them, as far as pages need that. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare!,
  );
}
