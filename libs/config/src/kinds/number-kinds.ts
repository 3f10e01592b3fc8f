import type { Kind, Parsed } from './kind.ts';

/** The smallest and the largest value that make sense, both included. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** How bounds are told to people, in the words of the setting's own unit. */
export function boundsText({ min, max }: Bounds, show: (value: number) => string): string {
  if (min !== undefined && max !== undefined) return ` from ${show(min)} to ${show(max)}`;
  if (min !== undefined) return ` from ${show(min)}`;
  if (max !== undefined) return ` up to ${show(max)}`;
  return '';
}

/** Passes a number on if it lies within its bounds. */
export function withinBounds(value: number, { min, max }: Bounds): Parsed<number> {
  if (min !== undefined && value < min) return { wrong: 'too small' };
  if (max !== undefined && value > max) return { wrong: 'too large' };
  return { value };
}

/** A whole number that a double can hold exactly. */
export function intKind(bounds: Bounds): Kind<number> {
  return {
    type: 'int',
    range: `a whole number${boundsText(bounds, String)}`,
    parse: (text) => {
      const value = Number(text);
      if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
        return { wrong: 'not a whole number' };
      }
      return withinBounds(value, bounds);
    },
    show: String,
    neutral: bounds.min ?? 0,
  };
}

/** Any finite number in decimal notation. */
export function numberKind(bounds: Bounds): Kind<number> {
  return {
    type: 'number',
    range: `a number${boundsText(bounds, String)}`,
    parse: (text) => {
      const value = Number(text);
      if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(value)) {
        return { wrong: 'not a number' };
      }
      return withinBounds(value, bounds);
    },
    show: String,
    neutral: bounds.min ?? 0,
  };
}
