import { readArguments } from '@mayfly/command-line';
import { compareBooks } from '../compare-books.ts';
import { findSuite, type SuiteAddresses } from '../suite/addresses.ts';
import { ask, frontierLedger } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

export const audit: Verb = {
  name: 'audit',
  usage: '',
  means: 'compares the books of the services and says what does not add up',
  help: ASKING_HELP,
  fields: {},
  run: async (args) => {
    const { values } = readArguments({ args: [...args], options: ASKING });
    const { entries, balances, open } = await auditSuite(await findSuite(values.data));
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ balances, open, entries })}\n`
        : `${entries.map(({ what, figures, balances: ok }) => `${ok ? 'ok   ' : 'WRONG'} ${what}\n      ${figures}`).join('\n')}\n` +
            `${balances ? 'the books balance' : 'the books DO NOT balance'}${open > 0 ? `; ${open} still under way` : ''}\n`,
    );
    return balances ? 0 : 1;
  },
};

/**
 * Reads the books of both services. The document-store is read after the frontier, and the frontier once more: what
 * moved in between must not look like a hole.
 */
export async function auditSuite(suite: SuiteAddresses) {
  const frontier = () => frontierLedger(suite);
  const before = await frontier();
  const documents = await ask(suite, 'document-store', (client) => client.getLedger({}));
  const after = await frontier();
  const books = compareBooks(before, documents);
  const { leasesSettled, leasesExpired, leasesOut } = after;
  const recordedAtMost = compareBooks(
    { ...before, ...{ leasesSettled, leasesExpired, leasesOut } },
    documents,
  );
  const entries = [...books.entries.slice(0, 3), recordedAtMost.entries[3]!];
  return { entries, open: books.open, balances: entries.every(({ balances }) => balances) };
}
