import { shortened } from '../folded-text.ts';
import type { Attributes } from '../html/attributes.ts';
import { METADATA_LIMITS } from './metadata.ts';

const OPEN_GRAPH =
  /^(?:og|article|book|profile|product|video|music|fb|twitter|place|business|recipe):/;
const MAX_NAME_CHARACTERS = 100;
const MAX_VALUES = 20;
/** White space is folded when a value is asked for, so some more of it is kept. */
const KEPT_CHARACTERS = 2 * METADATA_LIMITS.descriptionCharacters;

/** The meta elements of a page under their names, which are of a dozen vocabularies. */
export class MetaTags {
  readonly #values = new Map<string, string[]>();
  #count = 0;

  add(attributes: Attributes): void {
    if (this.#count >= METADATA_LIMITS.metaTags) return;
    // Some write the value under the name that it has in forms.
    const content = attributes.get('content') ?? attributes.get('value') ?? '';
    if (content === '') return;
    this.#put(attributes.get('property'), content);
    this.#put(attributes.get('name') ?? attributes.get('http-equiv'), content);
    this.#put(attributes.get('itemprop'), content);
  }

  #put(given: string | undefined, content: string): void {
    if (given === undefined || given.length > MAX_NAME_CHARACTERS) return;
    const name = given.trim().toLowerCase();
    if (name === '') return;
    this.#count += 1;
    const value = content.length > KEPT_CHARACTERS ? content.slice(0, KEPT_CHARACTERS) : content;
    const values = this.#values.get(name);
    if (values === undefined) this.#values.set(name, [value]);
    else if (values.length < MAX_VALUES) values.push(value);
  }

  /** The first value of the first of these names that has one. */
  first(...names: readonly string[]): string {
    for (const name of names) {
      const [value] = this.all(name);
      if (value !== undefined) return value;
    }
    return '';
  }

  /** All values of that name. */
  all(name: string): readonly string[] {
    return this.#values.get(name)?.map(clean).filter(isSaid) ?? [];
  }

  /** All values of the names that fit. */
  matching(pattern: RegExp): readonly string[] {
    const found = [...this.#values].filter(([name]) => pattern.test(name));
    return found.flatMap(([, values]) => values.map(clean).filter(isSaid));
  }

  /** What Open Graph and its kin say. */
  openGraph(): Readonly<Record<string, string>> {
    const found: [string, string][] = [];
    for (const [name, [value = '']] of this.#values) {
      if (OPEN_GRAPH.test(name)) found.push([name, clean(value)]);
    }
    return Object.fromEntries(found);
  }
}

function clean(value: string): string {
  return shortened(value, METADATA_LIMITS.descriptionCharacters);
}

function isSaid(value: string): boolean {
  return value !== '';
}
