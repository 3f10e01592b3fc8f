import { fieldOf, type Fields, visitOfFields } from './named-fields.ts';
import { bad, type ReadLine } from './visit-line.ts';

const MOST_CELLS = 1_000;

/** Reads lines under a header; undefined where it names no url or no time. */
export function csvReader(header: string): ReadLine | undefined {
  const names = cellsIn(header.replace(/^\ufeff/, ''))?.map(fieldOf);
  if (names === undefined || !names.includes('url') || !names.includes('time')) return undefined;
  return (line) => {
    const cells = cellsIn(line);
    if (cells === undefined) return bad('a quote that does not end');
    if (cells.length !== names.length) return bad('other columns than the header has');
    const fields: Fields = {};
    cells.forEach((cell, at) => {
      const name = names[at];
      if (name !== undefined) fields[name] = cell;
    });
    return visitOfFields(fields);
  };
}

/** Cells with commas between, quoted or not; undefined where a quote does not end in the line. */
function cellsIn(line: string): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  while (cells.length < MOST_CELLS) {
    while (line[at] === ' ') at += 1;
    if (line[at] !== '"') {
      const comma = line.indexOf(',', at);
      cells.push(line.slice(at, comma === -1 ? undefined : comma).trim());
      if (comma === -1) return cells;
      at = comma + 1;
      continue;
    }
    let end = line.indexOf('"', at + 1);
    while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    if (end === -1) return undefined;
    cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
    if (end + 1 >= line.trimEnd().length) return cells;
    if (line[end + 1] !== ',') return undefined;
    at = end + 2;
  }
  return cells;
}
