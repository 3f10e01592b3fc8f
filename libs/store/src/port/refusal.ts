import type { CheckedPart, ExpectedCell, RowPlace } from './check-part.ts';
import type { Refusal } from './part.ts';
import type { Cell, Cells } from './table-shape.ts';

type Expected = Refusal['expected'];

/** One thing that a part expects of one row before it is applied. */
export interface Expectation {
  readonly place: RowPlace;
  readonly expected: Expected;
  readonly matches: readonly ExpectedCell[];
  readonly at: Refusal['at'];
}

/** All that a part expects, conditions first: the order in which a refusal is looked for on both engines. */
export function expectationsOf({ conditions, writes }: CheckedPart): readonly Expectation[] {
  const found: Expectation[] = [];
  conditions.forEach((place, index) => {
    const at = { condition: index };
    if (place.kind !== 'matches') found.push({ place, expected: place.kind, matches: [], at });
    else found.push({ place, expected: 'match', matches: place.matches, at });
  });
  writes.forEach((place, index) => {
    const at = { write: index };
    if (place.kind === 'insert') found.push({ place, expected: 'absent', matches: [], at });
    if (place.kind !== 'replace' && place.kind !== 'remove') return;
    if (place.matches !== undefined) {
      found.push({ place, expected: 'match', matches: place.matches, at });
    } else if (place.kind === 'replace') {
      found.push({ place, expected: 'present', matches: [], at });
    }
  });
  return found;
}

/** The first expectation that the rows do not meet. */
export function firstRefusal(
  expectations: readonly Expectation[],
  read: (place: RowPlace) => Cells | undefined,
): Refusal | undefined {
  const failed = expectations.find((expectation) => !holds(expectation, read(expectation.place)));
  return failed === undefined ? undefined : refusalOf(failed);
}

/** How a caller learns of an expectation that was not met. */
export function refusalOf({ place, expected, at }: Expectation): Refusal {
  const { shape, id } = place;
  const key = Object.fromEntries(shape.table.key.map((name, index) => [name, id.values[index]]));
  return { table: shape.name, key, expected, at };
}

function holds({ expected, matches }: Expectation, cells: Cells | undefined): boolean {
  if (expected === 'absent') return cells === undefined;
  if (cells === undefined) return false;
  return matches.every(({ at, cell }) => areEqual(cells[at], cell));
}

function areEqual(one: Cell | undefined, other: Cell | undefined): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return Buffer.compare(one, other) === 0;
  }
  return one === other;
}
