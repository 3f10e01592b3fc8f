import { joinWishes, type PageWishes, readRobotsTag } from '@mayfly/robots';
import { byteText, decode } from './encoding/decode.ts';
import { type EncodingReason, sniffEncoding } from './encoding/sniff-encoding.ts';
import { feedContent } from './feeds/feed-content.ts';
import type { Feed } from './feeds/feed.ts';
import { FoldedText } from './folded-text.ts';
import { type Limits, LIMITS } from './limits.ts';
import { joinLinks, linksOfHeader } from './link-header.ts';
import type { ListedLink } from './listed-links.ts';
import { type HtmlContent, readHtml } from './html/read-html.ts';
import type { FindMainContent } from './main-content/main-content.ts';
import { OUR_NAME } from './our-name.ts';
import { sitemapContent } from './sitemaps/sitemap-content.ts';
import type { Sitemap } from './sitemaps/sitemap.ts';
import { unpackedGzip } from './sitemaps/unpacked-gzip.ts';
import { isListOfUrls } from './sitemaps/url-lines.ts';
import { documentKind, type DocumentKind, SNIFFED_BYTES } from './type/document-kind.ts';
import { type MediaType, parseMediaType } from './type/media-type.ts';
import { sniffBinaryType } from './type/sniff-type.ts';
import { usualType } from './type/usual-type.ts';
import { isXml } from './type/xml-type.ts';
import { xmlText } from './xml/xml-text.ts';

/** A body as it came, decoded from its transfer, and what the server said of it. */
export interface ToRead {
  readonly bytes: Uint8Array;
  /** Normalised: links are resolved against it. */
  readonly url: string;
  /** The Content-Type header, several joined by commas. */
  readonly contentType?: string | undefined;
  /** The X-Robots-Tag headers, each by itself: the agent that one names is not that of the next. */
  readonly robotsTags?: readonly string[] | undefined;
  /** The Link header, several joined by commas. */
  readonly linkHeader?: string | undefined;
  readonly limits?: Partial<Limits>;
  /** Whether the main content is wanted as tagged text too. */
  readonly tagged?: boolean | undefined;
  /** When it was fetched: later days are no dates of it. */
  readonly nowMs?: number | undefined;
  /** How the main content of a page is found; by density where nothing is said. */
  readonly findMain?: FindMainContent | undefined;
}

/** What a reader of one kind finds; most of it only of pages. */
export interface Content extends Partial<
  Omit<HtmlContent, 'title' | 'text' | 'links' | 'truncated'>
> {
  readonly title: string;
  readonly text: string;
  readonly links: readonly ListedLink[];
  readonly truncated: boolean;
  /** What a feed says, where it is one. */
  readonly feed?: Feed;
  /** What a sitemap says, where it is one. */
  readonly sitemap?: Sitemap;
}

/** What a document is and says. */
export interface ReadDocument extends Content {
  readonly kind: DocumentKind;
  /** `type/subtype`: by the content where it tells, else what the server said. */
  readonly mediaType: string;
  /** How its text was decoded, in lower case; empty where it has none. */
  readonly encoding: string;
  /** Why it was decoded so. */
  readonly encodingReason?: EncodingReason;
  /** What the document and its headers ask of those who fetched it. */
  readonly wishes: PageWishes;
}

/** A document of one kind, before its headers are heard. */
type ReadBody = Omit<ReadDocument, 'wishes'> & Pick<Content, 'wishes'>;

/** What is to be read, with what is known of it. */
interface Subject {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly limits: Limits;
  readonly media: MediaType;
  readonly tagged: boolean | undefined;
  readonly nowMs: number | undefined;
  readonly findMain: FindMainContent | undefined;
}

/** Reads a document of any kind and quality; it never throws. */
export function readDocument(document: ToRead): ReadDocument {
  const limits = { ...LIMITS, ...document.limits };
  const media = parseMediaType(document.contentType);
  const { bytes, url, tagged, nowMs, findMain } = document;
  const subject = { bytes, url, limits, media, tagged, nowMs, findMain };
  const read = readPacked(subject) ?? readPlain(subject);
  const said = readRobotsTag(document.robotsTags ?? [], OUR_NAME);
  const wishes = read.wishes === undefined ? said : joinWishes(read.wishes, said);
  const links = joinLinks(linksOfHeader(document.linkHeader, url), read.links);
  if (!wishes.nofollow) return { ...read, wishes, links };
  return { ...read, wishes, links: links.map((link) => ({ ...link, nofollow: true })) };
}

/** A list that is packed itself (`sitemap.xml.gz`); undefined where nothing is packed, or no list. */
function readPacked(subject: Subject): ReadBody | undefined {
  const unpacked = unpackedGzip(subject.bytes, subject.limits.maxUnpackedBytes);
  if (unpacked === undefined) return undefined;
  const media = { essence: '', charset: subject.media.charset };
  const { kind, ...content } = readPlain({ ...subject, bytes: unpacked.bytes, media });
  if (kind !== 'feed' && kind !== 'sitemap') return undefined;
  const mediaType = subject.media.essence === '' ? content.mediaType : subject.media.essence;
  const { stopped } = unpacked;
  if (stopped === undefined) return { kind, ...content, mediaType };
  const sitemap = content.sitemap && { sitemap: { stopped, ...content.sitemap } };
  return { kind, ...content, mediaType, truncated: true, ...sitemap };
}

function readPlain(subject: Subject): ReadBody {
  const { bytes, media } = subject;
  const binary = sniffBinaryType(bytes, media.essence);
  if (binary !== undefined) return nothing(binary);
  const start = bytes.subarray(0, SNIFFED_BYTES);
  const hints = { charset: media.charset, detect: false };
  const { encoding: headEncoding } = sniffEncoding(start, hints);
  // Whatever is looked for in it is ASCII.
  const head = headEncoding === 'UTF-8' ? byteText(start) : decode(start, headEncoding);
  const { kind, mediaType } = documentKind(media.essence, head);
  if (kind === 'other') return nothing(mediaType ?? usualType(media.essence, { kind }));
  const { encoding, reason } = sniffEncoding(bytes, { charset: media.charset });
  const content = readAs(kind, encoding, subject);
  return {
    ...content,
    mediaType: usualType(media.essence, content),
    encoding: encoding.toLowerCase(),
    encodingReason: reason,
  };
}

function readAs(
  kind: Exclude<DocumentKind, 'other'>,
  encoding: string,
  { bytes, url, limits, media, tagged, nowMs, findMain }: Subject,
): Content & { readonly kind: DocumentKind } {
  const sitemap = () => sitemapContent(bytes, { url, limits, charset: media.charset });
  // A sitemap may be large, and is never made one text.
  if (kind === 'sitemap') return { kind, ...sitemap() };
  const text = decode(bytes, encoding);
  if (kind === 'html') {
    const legacy = encoding.toLowerCase() === 'utf-8' ? undefined : encoding;
    const isXml = media.essence === 'application/xhtml+xml';
    const options = { url, limits, encoding: legacy, isXml, findMain, tagged, nowMs };
    return { kind, ...readHtml(text, options) };
  }
  if (kind === 'feed') return { kind, ...feedContent(text, url, limits) };
  if (isXml(media.essence, text)) return { kind, ...wordsOf(xmlText(text, limits)) };
  return isListOfUrls(text)
    ? { kind: 'sitemap', ...sitemap() }
    : { kind, ...wordsOf(plainText(text, limits)), ...(tagged === true && { tagged: text }) };
}

function wordsOf(folded: FoldedText): Content {
  return { title: '', text: folded.toString(), links: [], truncated: folded.truncated };
}

function plainText(text: string, limits: Limits): FoldedText {
  const folded = new FoldedText(limits.maxTextCharacters);
  for (const line of text.split(/\r\n|\r|\n/)) {
    folded.add(line);
    folded.breakLine();
  }
  return folded;
}

function nothing(mediaType: string): ReadBody {
  return {
    kind: 'other',
    title: '',
    text: '',
    links: [],
    truncated: false,
    mediaType,
    encoding: '',
  };
}
