import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './usage-error.ts';

/** An option's value that begins with a hyphen, such as -5: Node takes it for an option and calls it ambiguous. */
const AMBIGUOUS = /^Option '(?:-\w, )?--([\w-]+)[^']*' argument is ambiguous/;

/** Reads arguments as Node does; of its complaint only the first sentence, because the rest is about shells. */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { message } = error as Error;
    const [, name] = AMBIGUOUS.exec(message) ?? [];
    throw new UsageError(
      name === undefined
        ? message.split(/\.\s|\n/)[0]
        : `--${name}: its value begins with a hyphen, as an option does; if that is meant, write --${name}=VALUE`,
    );
  }
}
