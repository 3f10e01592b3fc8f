/** Errors that tell a person what to do need no stack; each has an exit code of its own. */
const PLAIN = new Map([
  ['UsageError', 2],
  ['NoWayError', 3],
  ['GivenServerError', 3],
]);

/**
 * Runs a command to its exit code: 2 for wrong arguments or settings, 3 when a server cannot be had on this machine.
 * Anything else is a bug and shows its stack.
 */
export async function exitCodeOf(main: () => Promise<number>): Promise<number> {
  try {
    return await main();
  } catch (error) {
    const code = error instanceof Error ? PLAIN.get(error.name) : undefined;
    if (code === undefined) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    if (code === 2) process.stderr.write('--help tells more\n');
    return code;
  }
}
