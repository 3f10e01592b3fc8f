/** What a page is instead of one worth reading. */
export type PageNotice = 'soft-404' | 'consent-wall' | 'login-wall' | 'empty';

/** What is looked at. */
export interface NoticeSigns {
  readonly title: string;
  /** The first headline of the page. */
  readonly headline: string;
  /** All that a reader sees. */
  readonly text: string;
  /** The main content, of a long one the beginning. */
  readonly main: string;
  /** Whether it has a field for a password. */
  readonly asksPassword: boolean;
  /** Whether it shows other pages, or sends its readers on. */
  readonly leadsOn: boolean;
}

/** A page with so much to say says something, whatever words are in it. */
const LONG_TEXT = 1_500;
const LONG_MAIN = 600;
const EMPTY_TEXT = 10;
const MOST_LOOKED_AT = 3_000;

const GONE_TITLE =
  /\b(?:404|page (?:cannot|could not|can't|couldn't) be found|(?:page|article|content|file) (?:was )?not found|not found|no longer (?:available|exists)|does(?:n't| not) exist|seite (?:wurde )?nicht gefunden|nicht gefunden|existiert nicht|page (?:introuvable|non trouv[ée]e)|introuvable|p[áa]gina no encontrada|no se encontr[óo]|p[áa]gina n[ãa]o encontrada|pagina non trovata|pagina niet gevonden|strona nie (?:została )?znalezion[aey]|страница не найдена|sayfa bulunamadı|sidan hittades inte|ページが見つかりません|找不到(?:页面|頁面)|페이지를 찾을 수 없)/i;
const GONE_TEXT =
  /(?:page|article|content|url|address)[^.]{0,60}(?:could not be found|cannot be found|can't be found|was not found|not found|no longer (?:exists|available)|doesn't exist|does not exist|has been (?:removed|deleted|moved))|(?:seite|artikel|inhalt)[^.]{0,60}(?:nicht gefunden|nicht (?:mehr )?(?:verfügbar|vorhanden)|existiert nicht)|page[^.]{0,60}(?:introuvable|n'existe (?:pas|plus))|p[áa]gina[^.]{0,60}(?:no (?:existe|encontrada|se encuentra))/i;
const CONSENT =
  /(?:accept|agree|consent|zustimmen|einwillig|akzeptier|accepter|consentement|aceptar|consentimiento|accett|consenso|godk[äa]nn|samtyck)/i;
const CONSENT_TOPIC =
  /(?:cookies?|privacy|datenschutz|gdpr|dsgvo|rgpd|tracking|partners?|partner[ns]?|confidentialit[ée]|privacidad)/gi;
const LOGIN =
  /(?:log ?in|sign ?in|log on|anmelden|einloggen|se connecter|connexion|iniciar sesi[óo]n|accedi|inloggen|logga in|zaloguj|войти)/i;
const SUBSCRIBE =
  /(?:subscribe(?:rs)?|subscription|to continue reading|already a (?:subscriber|member)|abonnieren|abonnenten|weiterlesen mit|abonn[ée]|suscr[íi]b|abbonat)/i;

/**
 * Names a page that is none: it says that nothing is here, or wants something first. All of these say little, so a page with
 * much to say is never one; words decide only among the others.
 */
export function pageNotice(signs: NoticeSigns): PageNotice | undefined {
  const { title, headline, text, main, asksPassword, leadsOn } = signs;
  if (text.length > LONG_TEXT && main.length > LONG_MAIN) return undefined;
  const start = text.slice(0, MOST_LOOKED_AT);
  const saysGone = GONE_TITLE.test(title) || GONE_TITLE.test(headline);
  if (saysGone && main.length <= LONG_TEXT) return 'soft-404';
  if (text.length < EMPTY_TEXT && !asksPassword && !leadsOn) return 'empty';
  if (main.length <= LONG_MAIN && GONE_TEXT.test(main.slice(0, MOST_LOOKED_AT))) return 'soft-404';
  if (asksPassword && main.length <= LONG_MAIN && LOGIN.test(start)) return 'login-wall';
  if (SUBSCRIBE.test(start) && LOGIN.test(start) && main.length <= LONG_MAIN) return 'login-wall';
  const topics = new Set((start.match(CONSENT_TOPIC) ?? []).map((word) => word.toLowerCase()));
  const isConsent = CONSENT.test(start) && topics.size >= 2 && text.length <= MOST_LOOKED_AT;
  return isConsent && main.length <= LONG_TEXT ? 'consent-wall' : undefined;
}
