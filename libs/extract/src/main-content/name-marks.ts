import type { Attributes } from '../html/attributes.ts';

/** What the names that an author gave an element say of it. */
export const MARK = {
  /** It stands beside the main content: navigation, sharing, comments, advertising. */
  beside: 1,
  /** It is what the page is about. */
  content: 2,
  /** It is not shown. */
  hidden: 4,
  /** It is the text of the article, in the words of schema.org. */
  articleBody: 8,
  /** It is called the text of an article. */
  articleText: 16,
  navigation: 32,
  footer: 64,
  /** It stands beside the main content unless it holds some text. */
  perhapsBeside: 128,
  /** It leads to another article, or into this one. */
  teaser: 256,
} as const;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say so wherever they stand in a name: `share-buttons`, `article-share`. */
const BESIDE = set(
  'sidebar aside share shares shared sharedaddy addthis social ' +
    'socialmedia related signup optin cookie cookies consent gdpr popup modal overlay respond disqus replies trackback ' +
    'trackbacks pingback pagination pager paging adslot outbrain taboola toolbar login donate donation skip rating ratings ' +
    'vote votes poll noprint relatedposts carousel swiper slider feedback masthead topbar backtotop yarpp banner community anzeige ' +
    'werbung weitere verwandte publicite author authors cta affiliate disclosure rail rightrail leftrail rightcol bio byline biography',
);
const NAVIGATION = set(
  'nav navi navbar subnav menu submenu crumbs breadcrumb breadcrumbs navigation',
);
const FOOTER = set('footer foot colophon');
/** Words that say so by how they begin: `commentlist`, `newsletterbox`. */
const BESIDE_STEMS =
  /^(?:advert|comment|kommentar|newsletter|promo|recommend|sharing|sponsor|subscri)/;
const TEASER = /^teaser/;
/** Words that say so where they end a name: `post-tags`, but not `tag-politics`. */
const BESIDE_LAST = set(
  'tags taglist tagcloud meta metadata postmeta byline author authors bio authorbox authorinfo caption captions credit ' +
    'credits copyright disclaimer legal print search widget widgets tools gallery slideshow video player date dateline ' +
    'timestamp categories links buttons button ad ads toc kicker reply likes views readmore more',
);
/** Of these words, those that may as well name a part of the article: `entry-more`, `image-with-caption`. */
const PERHAPS = set(
  'more readmore caption captions video rating ratings carousel swiper slider slideshow widget widgets',
);
/** A name that begins with one of these speaks of something else: `has-sidebar`, `no-comments`. */
const TURNED = set('has no with without not is');
const CONTENT =
  /^(?:hentry|entry|post|article|story|single|content|main|(?:entry|post|article|story|news|blog|main|page|single|text|body|artikel|beitrag)[-_]?(?:content|body|text|main|inner|area|container|entry|post|article))$/i;
const ARTICLE_TEXT =
  /^(?:hentry|(?:entry|post|article|story|news|blog|artikel|beitrag|articulo|article)[-_]{0,2}(?:content|body|text|main|inhalt|cuerpo))$/i;
/** What a kit for pages calls all that it makes. */
const MAKERS_WORDS = /^elementor-widget(?:-|$)/;
/** A longer name is a headline that was made one; those of single elements are most often made so. */
const MOST_WORDS = { class: 7, id: 3 } as const;
const WORD_END = /[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/;
const NOT_SHOWN = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const SCREEN_READERS =
  /^(?:screen-?reader(?:-text)?|sr-only|visually-?hidden|hidden|(?:w-condition-)?invisible)$/i;
const BESIDE_ROLES = set(
  'navigation banner contentinfo complementary search menu menubar dialog alertdialog alert toolbar button tablist',
);

/** A thread reads pages of many sites: enough for those, in a few megabytes. */
const MOST_REMEMBERED = 40_000;
const remembered = { class: new Map<number, number>(), id: new Map<number, number>() };

/** What the names in an attribute say. They come again and again, so what they say is remembered. */
function marksOfAttribute(attributes: Attributes, kind: 'class' | 'id'): number {
  const hash = attributes.hashOf(kind);
  if (hash === undefined) return 0;
  const before = remembered[kind];
  const known = before.get(hash);
  if (known !== undefined) return known;
  let marks = 0;
  for (const each of attributes.get(kind)!.split(/\s+/))
    marks |= marksOfName(each, MOST_WORDS[kind]);
  if (before.size >= MOST_REMEMBERED) before.clear();
  before.set(hash, marks);
  return marks;
}

function marksOfName(name: string, mostWords: number): number {
  if (name === '') return 0;
  if (SCREEN_READERS.test(name)) return MARK.hidden;
  const words = name
    .replace(MAKERS_WORDS, '')
    .split(WORD_END)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  if (ARTICLE_TEXT.test(name)) return MARK.content | MARK.articleText;
  if (CONTENT.test(name)) return MARK.content;
  if (words.length === 0 || words.length > mostWords || TURNED.has(words[0]!)) return 0;
  if (words.some((word) => NAVIGATION.has(word))) return MARK.beside | MARK.navigation;
  if (words.some((word) => FOOTER.has(word))) return MARK.beside | MARK.footer;
  const saying = words.filter(
    (word, at) =>
      BESIDE.has(word) ||
      BESIDE_STEMS.test(word) ||
      (at === words.length - 1 && BESIDE_LAST.has(word)),
  );
  if (saying.length === 0) return words.some((word) => TEASER.test(word)) ? MARK.teaser : 0;
  return saying.every((word) => PERHAPS.has(word)) ? MARK.perhapsBeside : MARK.beside;
}

/** What is known of an element by its attributes. */
export function marksOf(attributes: Attributes): number {
  if (attributes.isEmpty) return 0;
  let marks = marksOfAttribute(attributes, 'class') | marksOfAttribute(attributes, 'id');
  const role = attributes.get('role');
  if (role !== undefined && BESIDE_ROLES.has(role)) marks |= MARK.beside;
  const property = attributes.get('itemprop');
  if (property === 'articleBody') marks |= MARK.articleBody;
  const style = attributes.get('style');
  if (style !== undefined && NOT_SHOWN.test(style)) marks |= MARK.hidden;
  if (attributes.get('hidden') !== undefined || attributes.get('aria-hidden') === 'true')
    marks |= MARK.hidden;
  return marks;
}
