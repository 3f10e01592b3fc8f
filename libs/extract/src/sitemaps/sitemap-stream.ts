import { decoderOf, type PieceDecoder } from '../encoding/decode.ts';
import { sniffEncoding } from '../encoding/sniff-encoding.ts';
import { FeedReader } from '../feeds/feed-reader.ts';
import type { FeedItem } from '../feeds/feed.ts';
import { type Limits, LIMITS } from '../limits.ts';
import { rootName } from '../xml/root-name.ts';
import { XmlReader } from '../xml/xml-reader.ts';
import { SitemapReader } from './sitemap-reader.ts';
import type { SitemapEntry, SitemapFormat, SitemapStop } from './sitemap.ts';
import { UrlLines } from './url-lines.ts';

/** What is known of a sitemap before it is read. */
export interface SitemapOptions {
  /** The charset of the Content-Type header. */
  readonly charset?: string | undefined;
  /** Against which links of a feed are resolved. */
  readonly url?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** A reader of text in pieces. */
interface TextReader {
  write(text: string): void;
  end(): void;
  readonly format: SitemapFormat;
  readonly stopped: SitemapStop | undefined;
}

/** By how much the format and the encoding are told. */
const HEAD_BYTES = 4_096;
const PIECE_BYTES = 65_536;
const FEED_ROOTS = new Set(['rss', 'feed', 'rdf']);

/**
 * Reads an unpacked sitemap in pieces and hands on its entries as they come, so that it needs the same
 * small room whether the sitemap has a kilobyte or fifty megabytes.
 */
export class SitemapStream {
  readonly #onEntry: (entry: SitemapEntry) => void;
  readonly #options: SitemapOptions;
  readonly #limits: Limits;
  #head: Uint8Array = new Uint8Array();
  #decoder: PieceDecoder | undefined;
  #reader: TextReader | undefined;
  #bytes = 0;
  #entries = 0;
  #stopped: SitemapStop | undefined;

  constructor(onEntry: (entry: SitemapEntry) => void, options: SitemapOptions = {}) {
    this.#onEntry = onEntry;
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
  }

  get format(): SitemapFormat {
    return this.#reader?.format ?? 'xml';
  }

  /** Why reading ended early. */
  get stopped(): SitemapStop | undefined {
    return this.#stopped ?? this.#reader?.stopped;
  }

  /** Reads on; false where nothing more will be read. */
  write(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length && this.stopped === undefined; at += PIECE_BYTES) {
      this.#take(bytes.subarray(at, at + PIECE_BYTES));
    }
    return this.stopped === undefined;
  }

  end(): void {
    if (this.#decoder === undefined) this.#begin();
    if (this.stopped === undefined)
      this.#reader!.write(this.#decoder!.decode(new Uint8Array(), true));
    this.#reader!.end();
  }

  #take(piece: Uint8Array): void {
    const left = this.#limits.maxUnpackedBytes - this.#bytes;
    if (piece.length > left) this.#stopped = 'bytes';
    const bytes = piece.subarray(0, left);
    this.#bytes += bytes.length;
    if (this.#decoder !== undefined) {
      this.#reader!.write(this.#decoder.decode(bytes, false));
      return;
    }
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    if (this.#head.length >= HEAD_BYTES) this.#begin();
  }

  /** Decides by the first bytes what reads the rest. */
  #begin(): void {
    const { encoding } = sniffEncoding(this.#head, { charset: this.#options.charset });
    this.#decoder = decoderOf(encoding);
    const text = this.#decoder.decode(this.#head, false);
    this.#head = new Uint8Array();
    const onEntry = (entry: SitemapEntry) => this.#count(entry);
    const root = rootName(text);
    // A root behind a long comment is not in sight yet.
    if (!text.trimStart().startsWith('<')) this.#reader = new UrlLines(onEntry);
    else if (root !== undefined && FEED_ROOTS.has(root)) this.#reader = this.#feedReader(onEntry);
    else {
      const reader = new SitemapReader(onEntry);
      this.#reader = withFormat(new XmlReader(reader, this.#limits), () => reader.format);
    }
    this.#reader.write(text);
  }

  #feedReader(onEntry: (entry: SitemapEntry) => void): TextReader {
    const feed = new FeedReader(this.#options.url ?? '', this.#limits);
    const xml = new XmlReader(feed, this.#limits);
    return {
      format: 'feed',
      get stopped() {
        return xml.stopped;
      },
      write: (text) => void xml.write(text),
      end: () => {
        xml.end();
        for (const item of feed.feed().items) {
          const entry = entryOf(item);
          if (entry !== undefined) onEntry(entry);
        }
      },
    };
  }

  #count(entry: SitemapEntry): void {
    if (this.#entries >= this.#limits.maxLinks) this.#stopped ??= 'entries';
    else {
      this.#entries += 1;
      this.#onEntry(entry);
    }
  }
}

function withFormat(xml: XmlReader, format: () => SitemapFormat): TextReader {
  return {
    get format() {
      return format();
    },
    get stopped() {
      return xml.stopped;
    },
    write: (text) => void xml.write(text),
    end: () => xml.end(),
  };
}

/** An item of a feed is an entry: when it was changed, or else published, is its date. */
export function entryOf(item: FeedItem): SitemapEntry | undefined {
  const { link, updated, published } = item;
  if (link === undefined) return undefined;
  const lastmod = updated ?? published;
  const lastmodMs = item.updatedMs ?? item.publishedMs;
  return {
    kind: 'entry',
    loc: link,
    ...(lastmod !== undefined && { lastmod }),
    ...(lastmodMs !== undefined && { lastmodMs }),
  };
}
