import { CrawlError } from '@mayfly/errors';
import type { Cell, TableShape } from './table-shape.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** The value as it is stored, or ROW_INVALID: both engines take exactly the same values. */
export function checkCell(shape: TableShape, at: number, value: unknown): Cell {
  switch (shape.kinds[at]!) {
    case 'text':
      if (typeof value !== 'string') return refuse(shape, at, 'is not text');
      return value.isWellFormed() ? value : refuse(shape, at, 'holds half a surrogate pair');
    case 'number':
      if (typeof value !== 'number') return refuse(shape, at, 'is not a number');
      if (Number.isNaN(value)) return refuse(shape, at, 'is NaN');
      return value === 0 ? 0 : value;
    case 'bytes':
      return value instanceof Uint8Array ? value : refuse(shape, at, 'is not a Uint8Array');
    case 'flag':
      return typeof value === 'boolean' ? value : refuse(shape, at, 'is not a boolean');
    case 'bigint':
      if (typeof value !== 'bigint') return refuse(shape, at, 'is not a bigint');
      return value >= INT64_MIN && value <= INT64_MAX
        ? value
        : refuse(shape, at, 'does not fit into 64 bits');
    case 'json': {
      const problem = jsonProblem(value, 0);
      return problem === undefined ? JSON.stringify(value) : refuse(shape, at, problem);
    }
  }
}

function refuse(shape: TableShape, at: number, problem: string): never {
  throw rowInvalid(shape, `${shape.names[at]} ${problem}`);
}

/** The error of a row, key or cursor that does not fit its table. */
export function rowInvalid(shape: TableShape, problem: string): CrawlError {
  return new CrawlError('ROW_INVALID', `table ${shape.name}: ${problem}`);
}

const DEEPEST = 200;

/** What JSON would drop or change without a word. */
function jsonProblem(value: unknown, depth: number): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : 'holds a number that JSON has not';
  }
  if (typeof value !== 'object') return `holds a ${typeof value}, which JSON has not`;
  if (depth === DEEPEST) return 'is nested too deeply';
  if (!Array.isArray(value) && !isPlain(value)) return 'holds an object that is not plain';
  const items: unknown[] = Array.isArray(value)
    ? value
    : Object.values(value).filter((item) => item !== undefined);
  for (const item of items) {
    const problem = jsonProblem(item, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Objects of another realm are plain too: jest runs tests in one. */
function isPlain(value: object): boolean {
  if ('toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
