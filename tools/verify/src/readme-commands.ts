import { readFileSync } from 'node:fs';
import { trackedFiles } from './tracked-files.ts';

const COMMAND = /\bnpm (?:run ([a-z][a-z0-9:-]*)|(test|start|ci)\b)/g;

/** Commands that a page tells the reader to type and that `package.json` does not have. */
export async function unknownCommands(): Promise<string[]> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  return trackedFiles('*.md').flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(COMMAND)]
      .map((match) => match[1] ?? match[2]!)
      .filter((name) => name !== 'ci' && !Object.hasOwn(scripts, name))
      .map((name) => `${page}: there is no command npm run ${name}`),
  );
}
