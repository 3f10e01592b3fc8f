import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Reads arguments as Node does; of its complaint only the first sentence, because the rest is about shells. */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\.\s|\n/)[0]);
  }
}
