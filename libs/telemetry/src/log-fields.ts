/** What a log line may carry. Values of any type are cut and escaped; bytes are only counted. */
export type LogFields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 2_000;
const MAX_STACK = 8_000;
const MAX_ITEMS = 50;
const MAX_DEPTH = 4;
const MAX_CAUSES = 5;

// Everything that could move a terminal's cursor, fake a new line or turn the reading direction.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// A stack keeps the line ends that begin a frame.
const STACK_CONTROL =
  /\n(?! {4}at )|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Fields as they may be printed: text from outside can neither break out of its line, nor paint on
 * a terminal that shows the parsed value, nor fill a disk.
 */
export function plainFields(fields: LogFields): Record<string, unknown> {
  return plainObject(fields, 0);
}

/** One text, escaped and cut. */
export function plainText(text: string, max = MAX_TEXT): string {
  return cut(text, max).replace(CONTROL, escaped);
}

function plain(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return plainText(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return String(value);
    case 'symbol':
    case 'function':
      return `[${typeof value}]`;
    case 'object':
      return value === null ? null : plainAny(value, depth);
    case 'boolean':
    case 'undefined':
      return value;
  }
}

function plainAny(value: object, depth: number): unknown {
  if (value instanceof Error) return plainError(value, 0);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value;
  if (value instanceof URL) return plainText(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[${value.byteLength} bytes]`;
  if (value instanceof Map || value instanceof Set) return `[${value.size} entries]`;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (!Array.isArray(value)) return plainObject(value as LogFields, depth + 1);
  const items = value.slice(0, MAX_ITEMS).map((item) => plain(item, depth + 1));
  return value.length > MAX_ITEMS ? [...items, `[${value.length - MAX_ITEMS} more]`] : items;
}

function plainObject(fields: LogFields, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.slice(0, MAX_ITEMS).map(([key, value]) => [plainText(key, 100), plain(value, depth)]),
  );
}

function plainError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? plain(error.code, MAX_DEPTH) : undefined;
  return {
    type: plainText(name, 100),
    message: plainText(message),
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined
      ? {}
      : { stack: cut(stack, MAX_STACK).replace(STACK_CONTROL, escaped) }),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: plainCause(cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < MAX_CAUSES
      ? { errors: error.errors.slice(0, 10).map((each) => plainCause(each, depth + 1)) }
      : {}),
  };
}

function plainCause(cause: unknown, depth: number): unknown {
  return cause instanceof Error ? plainError(cause, depth) : plain(cause, MAX_DEPTH - 1);
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`;
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
