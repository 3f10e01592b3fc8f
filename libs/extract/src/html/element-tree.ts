import { type ElementRule, ruleOf } from './element-rules.ts';

/** Deeper elements, and more of them, count as part of what holds them: their text is not lost, only their shape. */
const DEEPEST = 400;
const MOST_ELEMENTS = 200_000;

/**
 * The elements of a page in the order of its markup. An element is a number; what it holds are the elements from the next
 * number up to `ends`, and the text from `starts` up to `stops`. So whatever is asked of a subtree is asked of two ranges, and
 * no tree of objects is made.
 */
export class ElementTree {
  readonly tags: string[] = [];
  readonly parents: number[] = [];
  readonly ends: number[] = [];
  readonly starts: number[] = [];
  readonly stops: number[] = [];
  /** What the names that its author gave an element say of it. */
  readonly marks: number[] = [];
  readonly #open: number[] = [];
  readonly #once = new Set<string>();
  /** How many paragraphs are open. */
  #paragraphs = 0;
  #skipped = 0;
  #newest = -1;

  get size(): number {
    return this.tags.length;
  }

  /** The innermost element that is open; -1 where none is. */
  get current(): number {
    return this.#open.at(-1) ?? -1;
  }

  /** The element that began last; -1 where it is none of its own. */
  get newest(): number {
    return this.#newest;
  }

  /** An element begins where the text is so long. */
  add(tag: string, rule: ElementRule, textLength: number, marks: number): void {
    this.#newest = -1;
    if (rule.isOnce && this.#once.has(tag)) return;
    this.#endImplied(rule, textLength);
    if (this.#open.length >= DEEPEST || this.size >= MOST_ELEMENTS) {
      if (!rule.isVoid) this.#skipped += 1;
      return;
    }
    if (rule.isOnce) this.#once.add(tag);
    const element = this.size;
    this.#newest = element;
    this.tags.push(tag);
    this.parents.push(this.current);
    this.starts.push(textLength);
    this.marks.push(marks);
    this.ends.push(element + 1);
    this.stops.push(textLength);
    if (rule.isVoid) return;
    this.#open.push(element);
    if (rule.isParagraph) this.#paragraphs += 1;
  }

  /** An end tag stands where the text is so long; one that ends nothing is passed over. */
  end(tag: string, { isOnce, passesBarriers }: ElementRule, textLength: number): void {
    // What stands behind the end of the body belongs to it still.
    if (isOnce) return;
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    for (let depth = this.#open.length - 1; depth >= 0; depth -= 1) {
      const open = this.tags[this.#open[depth]!]!;
      if (open === tag) {
        this.#endDownTo(depth, textLength);
        return;
      }
      if (!passesBarriers && ruleOf(open).isBarrier) return;
    }
  }

  /** The page is over. */
  finish(textLength: number): void {
    this.#endDownTo(0, textLength);
  }

  #endImplied({ implied: rule }: ElementRule, textLength: number): void {
    if (rule === undefined || (rule.isOfParagraph === true && this.#paragraphs === 0)) return;
    for (let depth = this.#open.length - 1; depth >= 0; depth -= 1) {
      const open = this.tags[this.#open[depth]!]!;
      if (rule.ends.has(open)) {
        this.#endDownTo(depth, textLength);
        return;
      }
      if (rule.within.has(open)) return;
    }
  }

  #endDownTo(depth: number, textLength: number): void {
    while (this.#open.length > depth) {
      const element = this.#open.pop()!;
      if (this.tags[element] === 'p') this.#paragraphs -= 1;
      this.ends[element] = this.size;
      this.stops[element] = textLength;
    }
  }
}
