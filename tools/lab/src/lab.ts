import type { ParseArgsConfig } from 'node:util';

/** What the arguments of a lab say. */
export interface Asked {
  readonly values: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
}

/** Where a lab's results go: rows for scripts, text for people, progress for whoever waits. */
export interface Output {
  /** One object a line, in place of the text. */
  readonly json: boolean;
  row(row: Readonly<Record<string, unknown>>): void;
  text(text: string): void;
  progress(line: string): void;
}

/** One experiment that can be asked for by name. */
export interface Lab {
  readonly name: string;
  readonly means: string;
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** What an option means when no value follows it. */
  readonly alone?: Readonly<Record<string, string>>;
  /** Checks the arguments and says what to do; a UsageError says what is wrong with them. */
  read(asked: Asked): (output: Output) => Promise<number>;
}
