import { fieldOf, type Fields, visitOfFields } from './named-fields.ts';
import { bad, type ReadLine } from './visit-line.ts';

/** An object a line; names that mean nothing here are passed over. */
export const readJsonVisit: ReadLine = (line) => {
  const object = objectIn(line);
  if (object === undefined) return bad('not a JSON object');
  const fields: Fields = {};
  for (const [name, value] of Object.entries(object)) {
    const field = fieldOf(name);
    if (field !== undefined) fields[field] = value;
  }
  return visitOfFields(fields);
};

/** The object that a line is. */
export function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
