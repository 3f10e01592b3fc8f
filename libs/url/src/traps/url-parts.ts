import type { Url } from '../normalise-url.ts';

/** The parts of a URL that traps are made of. */
export interface UrlParts {
  /** Segments of the path that are not empty. */
  readonly segments: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

export function readUrlParts(url: Url): UrlParts {
  const path = url.indexOf('/', url.indexOf('//') + 2);
  const mark = url.indexOf('?', path);
  const end = mark < 0 ? url.length : mark;
  return {
    segments: url
      .slice(path, end)
      .split('/')
      .filter((segment) => segment !== ''),
    parameters:
      mark < 0
        ? []
        : url
            .slice(mark + 1)
            .split('&')
            .map(parameterOf),
  };
}

function parameterOf(part: string): { name: string; value: string } {
  const equals = part.indexOf('=');
  if (equals < 0) return { name: part.toLowerCase(), value: '' };
  return { name: part.slice(0, equals).toLowerCase(), value: part.slice(equals + 1) };
}
