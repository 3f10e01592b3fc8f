/** One case as it stands in a file. */
export type Line = Readonly<Record<string, unknown>>;

/** A field that must be text. */
export function textIn(line: Line, name: string): string | undefined {
  const value = line[name];
  return typeof value === 'string' ? value : undefined;
}

/** A field that may be text or null; undefined where it is neither, or absent. */
export function textOrNullIn(line: Line, name: string): string | null | undefined {
  return line[name] === null ? null : textIn(line, name);
}

/** A field that holds bytes in base64. */
export function bytesIn(line: Line, name: string): Uint8Array | undefined {
  const value = textIn(line, name);
  return value === undefined ? undefined : Buffer.from(value, 'base64');
}

/** A field that must be true or false. */
export function booleanIn(line: Line, name: string): boolean | undefined {
  const value = line[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** A field that must be a list of texts. */
export function textsIn(line: Line, name: string): readonly string[] | undefined {
  const value = line[name];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}
