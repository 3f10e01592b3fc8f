import { decodeHTML } from 'entities';
import { shortened } from '../folded-text.ts';
import { METADATA_LIMITS } from './metadata.ts';

/** A heading of one of the first three ranks and where it stands. */
export interface Heading {
  readonly text: string;
  readonly at: number;
  /** 1, 2 or 3. */
  readonly rank: number;
}

const MAX_HEADINGS = 40;

/** Gathers the title of a page and its headings. */
export class Headings {
  readonly #html: string;
  readonly #found: Heading[] = [];
  #open: { text: string; at: number; rank: number } | undefined;
  #title: string | undefined;
  /** Within a drawing, whose title is not the page's. */
  isDrawing = false;

  constructor(html: string) {
    this.#html = html;
  }

  get title(): string {
    return shortened(decodeHTML(this.#title ?? ''), METADATA_LIMITS.textCharacters);
  }

  get all(): readonly Heading[] {
    return this.#found;
  }

  /** Whether the text that comes is of a heading. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  open(rank: number): void {
    if (this.#found.length < MAX_HEADINGS) this.#open = { text: '', at: -1, rank };
  }

  close(): void {
    if (this.#open === undefined) return;
    const { text, at, rank } = this.#open;
    this.#open = undefined;
    const folded = shortened(decodeHTML(text), METADATA_LIMITS.textCharacters);
    if (folded !== '') this.#found.push({ text: folded, at, rank });
  }

  /** Of two the first is the page's. */
  titleText(start: number, end: number): void {
    if (!this.isDrawing) this.#title ??= this.#html.slice(start, Math.min(end, start + 10_000));
  }

  text(start: number, end: number): void {
    if (this.#open === undefined || this.#open.text.length > METADATA_LIMITS.textCharacters) return;
    if (this.#open.at < 0) this.#open.at = start;
    this.#open.text += ` ${this.#html.slice(start, Math.min(end, start + 1_000))}`;
  }
}
