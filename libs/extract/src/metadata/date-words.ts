/** What a word beside a date, or the name of an element around it, makes of it. */
export type DateRole = 'published' | 'modified' | 'other' | 'plain';

const MODIFIED =
  /updat|modif|aktualis|geändert|änderung|bearbeitet|zuletzt|edited|revis|mise? à jour|mis à jour|\bmàj\b|actuali[sz]|aggiorn|atualizad|bijgewerkt|gewijzigd|обновл|изменен|güncel|uppdater|opdater|oppdater|päivitet|aktualiz|frissít|diperbarui|last[\s_-]?change|更新|수정/i;
const PUBLISHED =
  /publi[ckhsz]|pubdate|pub_date|posted|post[\s_-]?date|veröffentlich|erschien|erstellt|eingestellt|geschrieben|verfasst|gepostet|hinzugefügt|written|created|date[\s_-]?created|pubbli|gepubl|geplaatst|opublik|dodano|опубл|yayın|publicer|publiser|udgivet|julkais|közzé|diterbitkan|diposting|发布|发表|發布|公開|掲載|등록|입력|\bissued\b|entry[\s_-]?date|article[\s_-]?date|news[\s_-]?date/i;
const OTHER =
  /©|copyright|\(c\)|\bevents?\b|termin|kommentar|registr|joined|mitglied|geboren|\bborn\b|deadline|expire|gültig|valid until|beitritt|abgerufen|accessed|founded|gegründet|established/i;

/** By the words that stand right before a date, or the names of elements around it. Of both the first is meant. */
export function roleOfWords(words: string): DateRole {
  if (words === '') return 'plain';
  const modified = words.search(MODIFIED);
  const published = words.search(PUBLISHED);
  if (published !== -1 && (modified === -1 || published < modified)) return 'published';
  if (modified !== -1) return 'modified';
  return OTHER.test(words) ? 'other' : 'plain';
}

const MARKED =
  /(?<![a-z])(?:(?:post|entry|article|news|story|content|item|blog|page|meta|publish|pub|time|top|head(?:er)?)[-_]{0,2}(?:date|time|meta|info)|date|datum|fecha|data|dato|time|timestamp|dateline|byline|posted[-_]?on|meta|published|updated|created|submitted|infos?)(?![a-z])/i;
/** Where dates of other things stand. */
const BESIDE =
  /comment|kommentar|sidebar|widget|related|recent|teaser|footer|calendar|kalender|event|copyright|ticker|archiv|most-?read|popular|navigat|\bnav\b|next|prev/i;

/** Whether the names of the elements around a text say that it is a date. */
export function isMarkedAsDate(names: string): boolean {
  return MARKED.test(names);
}

export function standsBeside(names: string): boolean {
  return BESIDE.test(names);
}
