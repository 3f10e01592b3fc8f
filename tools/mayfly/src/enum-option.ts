import { UsageError } from '@mayfly/command-line';

/** An enum, with what all its names begin with. */
export interface Words {
  readonly names: Readonly<Record<string, number>>;
  readonly prefix: string;
}

/** The words of an enum as they are typed: OUTCOME_SERVER_ERROR is `server-error`. */
export function enumWords({ names, prefix }: Words): readonly string[] {
  return Object.keys(names)
    .filter((name) => names[name]! > 0 && name.startsWith(prefix))
    .map((name) => name.slice(prefix.length).toLowerCase().replaceAll('_', '-'));
}

/** The number of a word, which may have blanks for hyphens as where it is shown. */
export function enumOption(
  option: string,
  words: Words,
  word: string | undefined,
): number | undefined {
  if (word === undefined) return undefined;
  const typed = word.replaceAll(' ', '-');
  const known = enumWords(words);
  if (known.includes(typed)) {
    return words.names[`${words.prefix}${typed.toUpperCase().replaceAll('-', '_')}`];
  }
  throw new UsageError(`--${option}: must be one of ${known.join(', ')}; it is ${word}`);
}
