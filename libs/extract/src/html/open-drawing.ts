import type { ElementRule } from './element-rules.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that stand in no drawing: where one begins, the drawing was not closed and ends (the HTML standard's list). */
const BREAK_OUT = set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p ' +
    'pre ruby s small span strong strike sub sup table tt u ul var',
);

/** Elements of a drawing that hold markup of a page. */
const ISLANDS = set('foreignobject desc annotation-xml mi mo mn ms mtext');

/** A drawing (SVG or MathML) that is open, and what is open in it. */
export class OpenDrawing {
  readonly rule: ElementRule;
  readonly #open = new Map<string, number>();
  #islands = 0;

  constructor(rule: ElementRule) {
    this.rule = rule;
  }

  /** How many elements with the name of the drawing are open. */
  get depth(): number {
    return 1 + this.#count(this.rule);
  }

  /** Whether a tag is one of the page around the drawing: of a start tag the name says so, of an end tag that it ends nothing in here. */
  isLeftBy(rule: ElementRule, isClosing: boolean): boolean {
    if (this.#islands > 0) return false;
    if (!isClosing) return BREAK_OUT.has(rule.name);
    const isOfPages = rule.isBlock || rule.name === 'a' || BREAK_OUT.has(rule.name);
    return isOfPages && this.#count(rule) === 0;
  }

  opened(rule: ElementRule): void {
    this.#open.set(rule.name, this.#count(rule) + 1);
    if (ISLANDS.has(rule.name)) this.#islands += 1;
  }

  /** An element ended; says whether that is the drawing. */
  closed(rule: ElementRule): boolean {
    const count = this.#count(rule);
    if (count === 0) return rule.name === this.rule.name;
    this.#open.set(rule.name, count - 1);
    if (ISLANDS.has(rule.name)) this.#islands -= 1;
    return false;
  }

  #count(rule: ElementRule): number {
    return this.#open.get(rule.name) ?? 0;
  }
}
