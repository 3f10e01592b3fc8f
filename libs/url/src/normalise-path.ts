import { isSessionParameter } from './session-parameters.ts';

/** What says that a path may need more than spelling: doubled slashes, parameters, a session in parentheses. */
const SUSPECT = /\/\/|[;(]/;

/** ASP.NET's segment for visitors without cookies: `/(S(lit3py55t21z5v55vlm25s55))/`. */
const SESSION_SEGMENT = /^\((?:[A-Z]\([\w-]{16,}\))+\)$/i;

/**
 * One form for paths that mean the same: doubled slashes are one, and the id of a visitor's session
 * says nothing about the page. The path has its percent-encoding and dot segments normalised.
 */
export function normalisePath(path: string): string {
  if (!SUSPECT.test(path)) return path;
  const segments = path.split('/').slice(1);
  const last = segments.pop() ?? '';
  const kept = segments.map(withoutSession).filter((segment) => segment !== '');
  return `/${[...kept, withoutSession(last)].join('/')}`;
}

/** Servlet containers and PHP write the session as a parameter of a segment: `/cart;jsessionid=…`. */
function withoutSession(segment: string): string {
  const without = segment.includes(';') ? withoutParameters(segment) : segment;
  return SESSION_SEGMENT.test(without) ? '' : without;
}

function withoutParameters(segment: string): string {
  const [name = '', ...parameters] = segment.split(';');
  const kept = parameters.filter((parameter) => !isSession(parameter));
  // What is left must not become a step up or nowhere: then the URL would mean another page.
  if (kept.length === 0 && (name === '.' || name === '..')) return segment;
  return [name, ...kept].join(';');
}

function isSession(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return isSessionParameter(name, value);
}
