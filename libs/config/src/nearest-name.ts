/** The known name that a wrong one was probably meant to be, if any is near enough to be worth saying. */
export function nearestName(wrong: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(3, Math.floor(wrong.length / 4)) + 1;
  for (const name of known) {
    const distance = editDistance(wrong, name);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

/** How many letters to insert, drop or replace to make one of the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const shorter = Math.min(above[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, shorter));
    }
    above = current;
  }
  return above[b.length] ?? 0;
}
