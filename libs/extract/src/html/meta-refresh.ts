/** What a page asks a browser to do after a while. */
export interface Refresh {
  readonly seconds: number;
  /** Relative or absolute; undefined where the page itself is to be loaded again. */
  readonly url: string | undefined;
}

const TIME = /^[\t\n\f\r ]*(\d+|(?=\.))[\d.]*/;
const SEPARATOR = /^(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*/;
const URL_WORD = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;
/** Begins like that word and goes on in another way: then all of it is the URL, quotes and all. */
const BROKEN_URL_WORD = /^u/i;

/** Reads the content of `<meta http-equiv=refresh>` as the HTML standard does; undefined where it says nothing. */
export function parseMetaRefresh(content: string): Refresh | undefined {
  const time = TIME.exec(content);
  if (time === null) return undefined;
  const seconds = Number(time[1] === '' ? 0 : time[1]);
  const rest = content.slice(time[0].length);
  if (rest === '') return { seconds, url: undefined };
  const separator = SEPARATOR.exec(rest);
  if (separator === null) return undefined;
  const named = rest.slice(separator[0].length);
  return { seconds, url: named === '' ? undefined : bare(urlIn(named)) };
}

function urlIn(named: string): string {
  const word = URL_WORD.exec(named);
  if (word === null && BROKEN_URL_WORD.test(named)) return named;
  const value = named.slice(word?.[0].length ?? 0);
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  return value.slice(1).split(quote, 1)[0]!;
}

/** As every parser of URLs reads it: without white space around it, and without line breaks within. */
function bare(url: string): string {
  return url.replace(/[\t\n\r]/g, '').trim();
}
