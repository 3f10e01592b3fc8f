import { decodeHTML } from 'entities';
import { fold } from '../folded-text.ts';

const MAX_CHARACTERS = 1_500;
/** Shorter texts are names of things, which are often of another language. */
const SHORTEST = 80;

/** The first sentences of a page, by which its language is told where its main text is not given. */
export class TextSample {
  #text = '';

  get text(): string {
    return this.#text;
  }

  wants(length: number): boolean {
    return length >= SHORTEST && this.#text.length < MAX_CHARACTERS;
  }

  add(text: string): void {
    const room = MAX_CHARACTERS - this.#text.length;
    const folded = fold(decodeHTML(text.slice(0, 2 * MAX_CHARACTERS)));
    if (folded.length >= SHORTEST) this.#text += ` ${folded.slice(0, room)}`;
  }
}
