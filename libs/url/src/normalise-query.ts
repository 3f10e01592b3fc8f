import { isSessionParameter } from './session-parameters.ts';
import { isTrackingParameter } from './tracking-parameters.ts';

interface Parameter {
  readonly name: string;
  readonly text: string;
}

/** A name with one of these is no name: the query is a URL or some other text. */
const NOT_A_NAME = /[/:?]/;

/**
 * One form for queries that mean the same: parameters in the order of their names, those of one name
 * in their own order; none without a name, no `=` without a value; neither sessions nor tracking.
 * The query comes without its question mark and with its percent-encoding normalised. A query that is
 * no list of parameters stays as it is.
 */
export function normaliseQuery(query: string): string {
  if (query === '') return '';
  const parameters = query.split('&').map(parameterOf);
  if (parameters.some(({ name }) => NOT_A_NAME.test(name))) return query;
  return parameters
    .filter(counts)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ text }) => text)
    .join('&');
}

function parameterOf(part: string): Parameter {
  const equals = part.indexOf('=');
  if (equals < 0) return { name: part, text: part };
  const name = part.slice(0, equals);
  return { name, text: equals === part.length - 1 ? name : part };
}

function counts({ name, text }: Parameter): boolean {
  if (name === '' || isTrackingParameter(name)) return false;
  return !isSessionParameter(name, text.slice(name.length + 1));
}
