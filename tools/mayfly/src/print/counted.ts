/** `1 page`, `2 pages`: a number with its word. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
