import { shortened } from '../folded-text.ts';
import type { Attributes } from '../html/attributes.ts';
import { METADATA_LIMITS } from './metadata.ts';

const OPEN_GRAPH =
  /^(?:og|article|book|profile|product|video|music|fb|twitter|place|business|recipe):/;

/** The meta elements of a page under their names, which are of a dozen vocabularies. */
export class MetaTags {
  readonly #values = new Map<string, string[]>();
  #count = 0;

  add(attributes: Attributes): void {
    // Some write the value under the name that it has in forms.
    const content = (attributes.get('content') ?? attributes.get('value') ?? '').trim();
    if (content === '' || this.#count >= METADATA_LIMITS.metaTags) return;
    const given = ['name', 'property', 'itemprop', 'http-equiv'].map((key) => attributes.get(key));
    for (const name of new Set(given.map((each) => each?.trim().toLowerCase() ?? ''))) {
      if (name === '' || name.length > 100) continue;
      this.#count += 1;
      const value = shortened(content, METADATA_LIMITS.descriptionCharacters);
      const values = this.#values.get(name);
      if (values === undefined) this.#values.set(name, [value]);
      else if (values.length < 20) values.push(value);
    }
  }

  /** The first value of the first of these names that has one. */
  first(...names: readonly string[]): string {
    for (const name of names) {
      const value = this.#values.get(name)?.[0];
      if (value !== undefined) return value;
    }
    return '';
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** What Open Graph and its kin say. */
  openGraph(): Readonly<Record<string, string>> {
    const found = [...this.#values]
      .filter(([name]) => OPEN_GRAPH.test(name))
      .map(([name, values]) => [name, values[0]!] as const);
    return Object.fromEntries(found);
  }
}
