/** The same things in an order by chance, so that those who choose at the same time rarely choose the same. */
export function inRandomOrder<T>(things: readonly T[], random: () => number): T[] {
  const mixed = [...things];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
