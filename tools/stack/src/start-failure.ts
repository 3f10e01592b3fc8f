import type { Runner } from './runner.ts';

/** Why something did not become ready, with what its nodes wrote last. */
export async function startFailure(
  what: string,
  cause: unknown,
  nodes: readonly { readonly name: string; readonly runner: Runner }[],
): Promise<Error> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const tails = await Promise.all(
    nodes.map(async ({ name, runner }) => {
      return `--- the end of the log of ${name} ---\n${await runner.logTail()}`;
    }),
  );
  return new Error([`${what} did not become ready: ${reason}`, ...tails].join('\n'), { cause });
}
