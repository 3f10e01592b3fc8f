import { UsageError } from '@mayfly/command-line';
import { accessLogReader, isAccessLine, needsSite } from './access-log.ts';
import { csvReader } from './csv-visits.ts';
import { objectIn, readJsonVisit } from './json-visits.ts';
import type { ReadLine } from './visit-line.ts';

export const FORMATS = ['access-log', 'jsonl', 'csv'] as const;

/** How a file says its visits. */
export type Format = (typeof FORMATS)[number];

/** What a file is read by. */
export interface VisitFormat {
  readonly format: Format;
  readonly read: ReadLine;
  /** The first line is no visit. */
  readonly hasHeader: boolean;
}

/** What is given, or what the first lines that are not empty look like. */
export function formatOf(
  first: readonly string[],
  { format, site }: { readonly format: Format | undefined; readonly site: string | undefined },
): VisitFormat {
  const chosen = format ?? recognised(first);
  if (chosen === undefined) {
    const what = 'neither access log, JSON lines nor CSV with url and time by its first lines';
    throw new UsageError(`FILE: ${what}; --format says which`);
  }
  if (chosen === 'jsonl') return { format: chosen, read: readJsonVisit, hasHeader: false };
  if (chosen === 'csv') {
    const read = csvReader(first[0] ?? '');
    if (read !== undefined) return { format: chosen, read, hasHeader: true };
    throw new UsageError('FILE: the first line of CSV must name columns, url and time among them');
  }
  if (site === undefined && first.some((line) => isAccessLine(line) && needsSite(line))) {
    throw new UsageError(
      '--site: the log has paths only; say of which site, such as https://example.org',
    );
  }
  return { format: chosen, read: accessLogReader(site), hasHeader: false };
}

/** One line that fits is enough: the others may be as bad as they like. */
function recognised(first: readonly string[]): Format | undefined {
  if (first.length === 0) return 'jsonl';
  if (csvReader(first[0]!) !== undefined) return 'csv';
  if (first.some((line) => line.startsWith('{') && objectIn(line) !== undefined)) return 'jsonl';
  return first.some(isAccessLine) ? 'access-log' : undefined;
}
