import type { ParseArgsOptionsConfig } from 'node:util';
import { ENGINES_OPTIONS, benchEngines } from './engines/bench-engines.ts';
import type { Figure } from './figure.ts';

/** Something that can be measured by name. */
export interface Bench {
  readonly name: string;
  readonly means: string;
  readonly options: ParseArgsOptionsConfig;
  /** One line an option. */
  readonly help: string;
  readonly run: (
    values: Readonly<Record<string, unknown>>,
    say: (line: string) => void,
  ) => Promise<Figure[]>;
}

export const BENCHES: readonly Bench[] = [
  {
    name: 'engines',
    means: 'rows and messages per second of each engine beside the bare library',
    options: ENGINES_OPTIONS,
    help: `  --engine NAME    lmdb, mongodb or kafka; repeatable; default: every engine that can be had
  --seconds N      how long each measurement takes (default 6)
  --batch N        rows or messages a batch (default 500)`,
    run: benchEngines,
  },
];
