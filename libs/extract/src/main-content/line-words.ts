/** Sentences end like this; names, dates and captions do not. */
const SENTENCE_END = /[.!?…:;"”“»’'。！？]\s*$/;
const DAY_OR_CLOCK =
  /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\b.{1,15}\b(?:19|20)\d{2}\b|\b(?:19|20)\d{2}[-./年]\s?\d{1,2}[-./月]\s?\d{1,2}/;
const LONGEST_DATELINE = 100;

/** A short line with a date or a time and no sentence: when it was written, and by whom. */
export function isDateline(line: string): boolean {
  return line.length <= LONGEST_DATELINE && DAY_OR_CLOCK.test(line) && !SENTENCE_END.test(line);
}

const ASKS =
  /^[^\p{L}]*(?:(?:please )?(?:sign up|subscribe|follow (?:us|me|the|@|our)|join (?:us|our|the|thousands)|get (?:in touch|our|the (?:latest|best|app))|for more (?:stories|news|information|on|from)|check out|click (?:here|on|the)|download (?:our|the)|like us|find us|listen to|support (?:us|our)|share (?:this|your)|have you got|do you have|got a (?:story|tip)|want (?:more|to)|enjoyed? this|don.t miss|stay up to date|never miss|buy (?:now|it)|contact us|email us|send (?:us|your))|abonnieren? sie|jetzt abonnieren|folgen sie|melden sie sich|hier geht es|abonnez-vous|suivez|inscrivez|suscr[ií]b|s[ií]gue|reg[ií]str|seguici|iscriviti|siga|assine|inscreva|volg ons|f[øo]lg oss|abonner)/iu;
const LONGEST_ASKING = 220;

/** A line with a link that asks its readers to do something for the site. */
function isAsking(line: string, hasLink: boolean): boolean {
  return hasLink && line.length <= LONGEST_ASKING && ASKS.test(line);
}

const SIGNS =
  /^(?:advertisement|advertising|anzeige|werbung|publicidad|publicité|pubblicità|reklame?|annons|(?:story|article) continues below|continue reading|scroll to continue|loading|share)(?!\p{L})/iu;
const RIGHTS = /^(?:copyright|©|\(c\)|all rights reserved|alle rechte vorbehalten)(?!\p{L})/iu;
const LONGEST_SIGN = 90;

/** A line that is a sign for readers, or says whose it is. */
function isSign(line: string): boolean {
  if (line.length > LONGEST_SIGN) return false;
  return RIGHTS.test(line) || (SIGNS.test(line) && !SENTENCE_END.test(line));
}

const BEGINS_WITH_CREDIT =
  /^\W{0,3}(?:image|photo|picture|photograph|foto|bild|illustration|graphic|grafik|credit|pic)s?(?: (?:credit|source|courtesy|by))?\s?[:：]/i;
const ENDS_WITH_CREDIT =
  /(?:^|[\s.(|/])(?:(?:image|photo|picture|photograph|foto|bild(?:rechte|nachweis|quelle)?|fotografi?e?|illustration|grafik|graphic|credit|nuotr|ljósmynd|ảnh)s?(?: (?:credit|source|courtesy|by))?\s?[:：]\s?[^.:]{2,60}|getty images|shutterstock(?:\.com)?|ap photo[^.]{0,40}|reuters\/[\p{L} .-]{3,40}|afp via getty[^.]{0,20})\W{0,3}$/iu;
/** Most lines have none of these, which is soon seen. */
const MAY_CREDIT = /[:：/]|mages|hutter|Photo|PHOTO|getty|GETTY/;
const LONGEST_CREDIT = 90;
const LONGEST_CAPTION = 300;

/** A line that says who took a picture: its caption. */
function isCredit(line: string): boolean {
  if (line.length > LONGEST_CAPTION) return false;
  const hasColon = line.includes(':') || line.includes('：');
  if (hasColon && BEGINS_WITH_CREDIT.test(line)) return true;
  const end = line.slice(-LONGEST_CREDIT);
  return MAY_CREDIT.test(end) && ENDS_WITH_CREDIT.test(end);
}

/** Whether a line of its own is said around articles rather than in them. */
export function isSaidAround(line: string, hasLink: boolean): boolean {
  return isSign(line) || isCredit(line) || isAsking(line, hasLink);
}

/** How a line begins that leads to another page. */
const SEE_ALSO =
  /^[^\p{L}]*(?:related|read (?:more|also|next|on)|also read|see also|more (?:on|from)|watch|recommended|click|lesen sie|lies auch|mehr (?:zum|dazu)|siehe auch|auch interessant|lire aussi|à lire|voir aussi|lee también|lea también|leer más|te puede interesar|leia (?:também|mais)|leggi anche|lees ook|les også|læs også|läs (?:också|även|mer)|lue myös|czytaj (?:także|też|również)|zobacz (?:też|także)|čtěte|читайте (?:также|ещё)|читайте також|baca juga|đọc thêm)/iu;

/** Whether a line leads to another page. */
export function leadsOn(line: string): boolean {
  return SEE_ALSO.test(line);
}

/** Whether a text has more letters and figures than so many, of those that most texts are made of: then it is soon seen. */
export function hasMoreLetters(text: string, most: number): boolean {
  let letters = 0;
  for (let at = 0; at < text.length && letters <= most; at += 1) {
    const code = text.charCodeAt(at);
    const small = code | 0x20;
    if ((small >= 0x61 && small <= 0x7a) || (code >= 0x30 && code <= 0x39)) letters += 1;
  }
  return letters > most;
}

/** Letters and figures alone, in small letters. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
