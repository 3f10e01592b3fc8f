import { readArguments, UsageError } from '@mayfly/command-line';
import { hostArgument } from '../host-argument.ts';
import { table } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';
import { importVisitFile } from '../visits/import-file.ts';
import { type Format, FORMATS } from '../visits/visit-format.ts';

const OPTIONS = {
  ...ASKING,
  format: { type: 'string' },
  site: { type: 'string' },
  state: { type: 'string' },
  restart: { type: 'boolean', default: false },
} as const;

export const visits: Verb = {
  name: 'visits',
  usage: 'import FILE [--format FORMAT] [--site URL] | show [HOST]',
  means: 'reports what readers visit, from logs of any size; shows how many visits were counted',
  help: `  import FILE      reports the visits of a file; also packed with gzip, - is standard input. Interrupted in whatever way, the same
                   command goes on where it ended, and a file that is imported again counts no reader of a page and day twice
  show [HOST]      visits of a host by hour, and hosts that readers visit and no crawl has
  --format FORMAT  access-log (Common or Combined), jsonl or csv (default: what the first lines look like)
  --site URL       of an access log with paths only: the site that they are of, such as https://example.org
  --state FILE     where it remembers how far it has come (default: beside the file, with .mayfly-visits; none for -)
  --restart        begins the file anew
${ASKING_HELP}`,
  fields: { host: 'HOST' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: OPTIONS,
    });
    const { state, restart, data, json } = values;
    const [what, name, ...more] = positionals;
    if (more.length > 0) throw new UsageError(`${more[0]}: one at a time`);
    if (what === 'import') {
      if (name === undefined) throw new UsageError('FILE: name one, or - for standard input');
      const [format, site] = [formatOption(values.format), siteOption(values.site)];
      return await importVisitFile({ file: name, format, site, state, restart, data, json });
    }
    if (what !== 'show') throw new UsageError('say import FILE or show [HOST]');
    const isOfImport = [values.format, values.site, state].some((each) => each !== undefined);
    if (isOfImport || restart) {
      throw new UsageError('--format, --site, --state, --restart: only with import');
    }
    return await show(name === undefined ? '' : hostArgument('HOST', name), { data, json });
  },
};

function formatOption(given: string | undefined): Format | undefined {
  if (given === undefined) return undefined;
  const found = FORMATS.find((format) => format === given);
  if (found === undefined) throw new UsageError(`--format: must be one of ${FORMATS.join(', ')}`);
  return found;
}

/** The origin, without a slash at its end. */
function siteOption(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.parse(given);
  const isSite =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  if (!isSite) throw new UsageError(`--site: ${given} is no site, such as https://example.org`);
  return url.origin;
}

async function show(
  host: string,
  { data, json }: { readonly data: string; readonly json: boolean },
): Promise<number> {
  const { hours, outside } = await ask(await findSuite(data), 'scheduler', (scheduler) =>
    scheduler.getVisits({ host }),
  );
  const byHour = hours.map(({ startTime, visits: count }) => ({
    ...{ hour: startTime!.toISOString(), visits: count },
  }));
  if (json) {
    process.stdout.write(`${JSON.stringify({ host, hours: byHour, outside })}\n`);
    return 0;
  }
  const ofHost = byHour.map((each) => [each.hour.slice(0, 16).replace('T', ' '), `${each.visits}`]);
  const others = outside.map((each) => [
    each.host,
    `${each.visits}`,
    each.over > 0 ? `(at most; ${each.over} may be too many)` : '',
  ]);
  const part = (title: string, rows: string[][]) =>
    rows.length === 0 ? `${title}: none\n` : `${title}:\n${table(rows)}\n`;
  if (host !== '') process.stdout.write(part(`visits of ${host} by hour (UTC)`, ofHost));
  process.stdout.write(part('visits to hosts of no crawl', others));
  return 0;
}
