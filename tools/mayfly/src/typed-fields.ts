import { UsageError } from '@mayfly/command-line';
import { CrawlError } from '@mayfly/errors';

/**
 * What fields of requests are typed as, `[]` being any place of a list. Where a field is one of several options it is the
 * one that somebody typed, and else the first.
 */
export type TypedFields = Readonly<Record<string, string | readonly string[]>>;

const PART = String.raw`[a-z_]+(?:\[\d+\])?`;
const FIELD = new RegExp(String.raw`^${PART}(?:\.${PART})*(?=: )`);
/** Codes that mean that what was typed made no sense. */
const NONSENSE: ReadonlySet<string> = new Set(['REQUEST_INVALID', 'URL_INVALID']);

/** The error with what was typed in place of the field of a request, which is nothing to whoever typed. */
export function asTyped(error: unknown, fields: TypedFields, args: readonly string[]): unknown {
  if (!(error instanceof CrawlError)) return error;
  const [field = ''] = FIELD.exec(error.message) ?? [];
  const name = field.replaceAll(/\[\d+\]/g, '[]');
  if (!Object.hasOwn(fields, name)) return error;
  const message = `${typedOf(fields[name]!, args)}${error.message.slice(field.length)}`;
  return NONSENSE.has(error.code)
    ? new UsageError(message, { cause: error })
    : new CrawlError(error.code, message, { cause: error });
}

function typedOf(options: string | readonly string[], args: readonly string[]): string {
  if (typeof options === 'string') return options;
  const isTyped = (option: string) =>
    args.some((arg) => arg === option || arg.startsWith(`${option}=`));
  return options.find(isTyped) ?? options[0]!;
}
