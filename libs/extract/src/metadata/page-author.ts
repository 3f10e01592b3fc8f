import { METADATA_LIMITS } from './metadata.ts';

/** What may name the author of a page, lists of names the plainest first. */
export interface AuthorEvidence {
  readonly declared: readonly (readonly string[])[];
  /** Texts of elements that are named for the author; asked for where nobody is declared. */
  readonly shown: () => readonly string[];
  readonly siteName: string;
}

const LEADING =
  /^(?:(?:written|posted|published|reported|story|text|words)?\s*by|by|von|autor(?:in|en)?|author|par|por|di|da|door|af|av|tekst|texte?|redaktion|geschrieben von|verfasst von|ein (?:artikel|beitrag) von|(?:eingestellt|veröffentlicht|erstellt|gepostet) von|publié par|escrito por)(?:\s*:\s*|\s+)/iu;
/** A date, also behind the day of its week. */
const TRAILING =
  /\s*(?:[|•·,–—-]\s*)?(?:(?:am|on|le|el|vom|at|um)\s)?(?:(?:mon|tue|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch),?\s+)?\d{1,2}[./:\s].*$/iu;
const ADDRESS = /https?:|www\.|@|\.com\b|\.de\b/i;
const NO_NAME =
  /^(?:no author|admin(?:istrator)?|editor|redaktion|redaction|staff|webmaster|guest|gast|anonym(?:ous)?|unknown|name|website|e-?mail|author|autor(?:in)?|about|über|kommentare?|comments?|follow|opinion|share|profil(?:e)?|view|mehr|more|all|alle|subscribe|by|von|vom)\b\W*$/i;
const SEPARATORS =
  /\s*(?:;|\||\s(?:and|und|et|y|e|og|och|en)\s|,\s+(?=\p{Lu}\p{L}+\s+\p{Lu})|\s&\s)\s*/u;
const MAX_AUTHORS = 10;
const MAX_WORDS = 6;
const MAX_SHOWN_WORDS = 4;

/** Names of who wrote a page, with `; ` between them; empty where nobody is named. */
export function pageAuthor({ declared, shown, siteName }: AuthorEvidence): string {
  const isSite = (name: string): boolean => name.toLowerCase() === siteName.toLowerCase();
  for (const list of declared) {
    const names = namesIn(list).filter((name) => !isSite(name) || isPerson(name));
    if (names.length > 0) return joined(names);
  }
  for (const text of shown().slice(0, 3)) {
    const names = namesIn([text]).filter((name) => name.split(/\s+/).length <= MAX_SHOWN_WORDS);
    if (names.length > 0) return joined(names);
  }
  // A site that writes under its own name.
  return joined(declared.flatMap(namesIn).slice(0, 1));
}

function joined(names: readonly string[]): string {
  return names.slice(0, MAX_AUTHORS).join('; ').slice(0, METADATA_LIMITS.textCharacters);
}

function namesIn(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => {
    if (ADDRESS.test(text)) return [];
    return text.replace(LEADING, '').replace(TRAILING, '').split(SEPARATORS).map(clean);
  });
  return [...new Set(names.filter(isName))];
}

function clean(name: string): string {
  return name.replace(LEADING, '').replace(/^[\s:,.|•·–—-]+|[\s:,|•·–—/-]+$/gu, '');
}

/** Some sites are named for who writes them. */
function isPerson(name: string): boolean {
  return /^\p{Lu}\p{Ll}+(?:\s\p{Lu}[\p{Ll}.]*){1,2}$/u.test(name);
}

function isName(name: string): boolean {
  return (
    /\p{L}{2}/u.test(name) &&
    !NO_NAME.test(name) &&
    name.split(/\s+/).length <= MAX_WORDS &&
    name.length <= 80 &&
    !/\d.*\s|\s.*\d|[?!{}<>]|^posted\b/i.test(name)
  );
}
