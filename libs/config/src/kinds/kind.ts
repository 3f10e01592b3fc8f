import type { SettingType } from '../setting.ts';

/** A value, or what is wrong with the text that should have been one. */
export type Parsed<T> = { readonly value: T } | { readonly wrong: string };

/** How one type of setting is written and read. */
export interface Kind<T> {
  readonly type: SettingType;
  /** What may be written, for people. */
  readonly range: string;
  parse(text: string): Parsed<T>;
  /** The other way: `parse(show(value))` is the value again. */
  show(value: T): string;
  /** Stands in for a value that could not be read, until `done` reports why. */
  readonly neutral: T;
}
