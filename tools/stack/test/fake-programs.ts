import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of programs that stand in for those of the machine, and an environment in which nothing else is found. */
export class FakePrograms {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #calls: string;

  constructor(folder: string) {
    this.folder = join(folder, 'bin');
    this.#calls = join(folder, 'calls.jsonl');
    mkdirSync(this.folder, { recursive: true });
    this.env = { PATH: this.folder, HOME: folder, MAYFLY_CACHE: join(folder, 'cache') };
  }

  /** Adds a program; `body` is JavaScript in which `args` are its arguments and `fs` is at hand. */
  add(name: string, body: string): this {
    const path = join(this.folder, name);
    const text = [
      `#!${process.execPath}`,
      `const fs = require('node:fs');`,
      `const args = process.argv.slice(2);`,
      `fs.appendFileSync(${JSON.stringify(this.#calls)}, JSON.stringify([${JSON.stringify(name)}, ...args]) + '\\n');`,
      body,
    ];
    writeFileSync(path, text.join('\n'));
    chmodSync(path, 0o755);
    return this;
  }

  /** Every call so far, as program and arguments. */
  get calls(): string[][] {
    if (!existsSync(this.#calls)) return [];
    const lines = readFileSync(this.#calls, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as string[]);
  }

  callsOf(...start: string[]): string[][] {
    return this.calls.filter((call) => start.every((word, index) => call[index] === word));
  }
}

/** A Java that says which version it is, and runs everything it is asked to. */
export function fakeJava(version: string): string {
  return `if (args[0] === '-version') console.error('openjdk version "${version}" 2025-04-15');`;
}
