import { decodeHTML } from 'entities';
import { fold } from '../folded-text.ts';

const MAX_CHARACTERS = 1_500;
/** Shorter texts are names of things, which are often of another language. */
const SHORTEST = 80;
const MAX_TEXTS = 40;

/** The first sentences of a page, by which its language is told where its main text is not given. */
export class TextSample {
  readonly #html: string;
  readonly #places: number[] = [];

  constructor(html: string) {
    this.#html = html;
  }

  add(start: number, end: number): void {
    if (end - start < SHORTEST || this.#places.length >= 2 * MAX_TEXTS) return;
    this.#places.push(start, Math.min(end, start + 2 * MAX_CHARACTERS));
  }

  toString(): string {
    let sample = '';
    for (let at = 0; at < this.#places.length && sample.length < MAX_CHARACTERS; at += 2) {
      const text = fold(decodeHTML(this.#html.slice(this.#places[at], this.#places[at + 1])));
      if (text.length >= SHORTEST) sample += ` ${text}`;
    }
    return sample.slice(0, MAX_CHARACTERS);
  }
}
