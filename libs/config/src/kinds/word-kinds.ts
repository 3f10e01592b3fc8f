import type { Kind } from './kind.ts';

/** A form that a text must have, and how to tell people about it. */
export interface TextForm {
  readonly pattern?: RegExp;
  /** Completes "allowed: …". */
  readonly form?: string;
}

/** Any text, or one of a certain form. */
export function textKind({ pattern, form }: TextForm): Kind<string> {
  return {
    type: 'text',
    range: form ?? 'any text',
    parse: (text) =>
      pattern === undefined || text.search(pattern) >= 0
        ? { value: text }
        : { wrong: 'not of the form allowed' },
    show: String,
    neutral: '',
  };
}

/** Exactly `true` or `false`: a word such as `yes` could mean anything. */
export function booleanKind(): Kind<boolean> {
  return {
    type: 'boolean',
    range: 'true or false',
    parse: (text) => {
      if (text === 'true') return { value: true };
      if (text === 'false') return { value: false };
      return { wrong: 'neither true nor false' };
    },
    show: String,
    neutral: false,
  };
}

/** One of a few words. */
export function choiceKind<C extends string>(choices: readonly [C, ...C[]]): Kind<C> {
  return {
    type: 'choice',
    range: `one of ${choices.join(', ')}`,
    parse: (text) => {
      const value = choices.find((choice) => choice === text);
      return value === undefined ? { wrong: 'not one of the choices' } : { value };
    },
    show: String,
    neutral: choices[0],
  };
}

/** Texts between commas; an empty value is the empty list. */
export function listKind({ pattern, form }: TextForm): Kind<readonly string[]> {
  const item = textKind({ ...(pattern === undefined ? {} : { pattern }) });
  return {
    type: 'list',
    range: `a list with commas between${form === undefined ? '' : `, each ${form}`}`,
    parse: (text) => {
      const items = text.trim() === '' ? [] : text.split(',').map((part) => part.trim());
      if (items.includes('')) return { wrong: 'an item is empty' };
      const bad = items.find((part) => 'wrong' in item.parse(part));
      return bad === undefined ? { value: items } : { wrong: `${bad} is not of the form allowed` };
    },
    show: (items) => items.join(','),
    neutral: [],
  };
}
