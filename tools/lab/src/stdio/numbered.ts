/** Numbers for names and back: policies keep columns, and know no URLs. */
export class Numbered {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a name, which is given one if it has none yet. */
  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  name(number: number): string {
    return this.#names[number]!;
  }
}
