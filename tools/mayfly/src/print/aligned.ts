const OPTION = /^ {2}(\S+(?: \S+)*) {2,}(\S.*)$/;
const MORE = /^ {6,}(\S.*)$/;

/** The text of a help with all its options in columns, wherever each of them was written. */
export function aligned(help: string): string {
  const lines = help.split('\n');
  const width = Math.max(0, ...lines.map((line) => OPTION.exec(line)?.[1]?.length ?? 0));
  return lines
    .map((line) => {
      const [, option, means] = OPTION.exec(line) ?? [];
      if (option !== undefined) return `  ${option.padEnd(width)}   ${means}`;
      const [, more] = MORE.exec(line) ?? [];
      return more === undefined ? line : `${' '.repeat(width + 5)}${more}`;
    })
    .join('\n');
}
