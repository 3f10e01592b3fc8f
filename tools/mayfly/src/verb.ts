import type { TypedFields } from './typed-fields.ts';

/** One thing that the command line can do. */
export interface Verb {
  readonly name: string;
  /** How it is called, after its name. */
  readonly usage: string;
  /** One line for the list of all verbs. */
  readonly means: string;
  /** Its options and what else there is to know. */
  readonly help: string;
  /** What it sends to services, by what was typed. */
  readonly fields: TypedFields;
  /** Does it, and answers with the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** Options that every verb has which asks a running suite. */
export const ASKING = {
  data: { type: 'string', default: '.mayfly' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export const ASKING_HELP = `  --data DIR   the data folder of the suite to ask (default .mayfly)
  --json       one object a line
  --help       this text

Where a suite runs in several processes, MAYFLY_ADDRESSES says where: scheduler=HOST:PORT,frontier=HOST:PORT, and so on.
`;
