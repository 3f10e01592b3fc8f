import type { MetaTag } from '@mayfly/robots';
import { FoldedText } from '../folded-text.ts';
import type { Limits } from '../limits.ts';
import { LinkCollector, type Mention } from '../link-collector.ts';
import { marksOf } from '../main-content/name-marks.ts';
import type { ScannedPage } from '../main-content/page-lines.ts';
import { OUR_NAME } from '../our-name.ts';
import type { Attributes } from './attributes.ts';
import { addDecoded } from './decoded-text.ts';
import type { ElementRule } from './element-rules.ts';
import { ElementTree } from './element-tree.ts';
import { addFollowed, addLinks, shortName } from './page-links.ts';
import { withCodes } from './page-codes.ts';
import { type PageToScan, scanTags, type TagSink } from './scan-html.ts';
import { LOOK, lookAt } from './text-look.ts';

/** Somebody who hears what stands in a page, with all attributes. */
export interface Listener {
  /** The characters of the page as numbers (see `withCodes`), good while it is scanned; they come first. */
  begin(codes: Uint16Array): void;
  open(rule: ElementRule, attributes: Attributes): void;
  close(rule: ElementRule): void;
  /** Of markup's text, it is told what a look at it told (see `lookAt`). */
  text(start: number, end: number, tag: string | undefined, look: number): void;
}

/** What of a page is wanted beside its text and links. */
export interface ScanOptions {
  /** Who else hears it. */
  readonly other?: Listener;
  /** Whether its elements are remembered. */
  readonly hasShape?: boolean;
  /** Whether it is XML. */
  readonly isXml?: boolean | undefined;
}

/** Names of meta tags that ask something of robots. */
const WISHES = new RegExp(`^\\s*(?:robots|${OUR_NAME}|tdm-(?:reservation|policy))\\s*$`, 'i');
const MOST_WISHES = 50;
/** Elements in which a base is none of the page; what else is not shown is part of it still. */
const BASELESS = new Set(['svg', 'math', 'template', 'select']);

/**
 * Takes in a page in one pass: its text, its links, and the shape of its elements. Depth costs nothing: a million open
 * elements are a million tags. Hidden elements are counted, each kind apart from what it holds.
 */
class PageScan implements TagSink {
  readonly tree = new ElementTree();
  readonly links: LinkCollector;
  readonly lineOwners: number[] = [];
  readonly folded: FoldedText;
  readonly wishTags: MetaTag[] = [];
  title: string | undefined;
  base: string | undefined;
  asksPassword = false;
  readonly #html: string;
  readonly #codes: Uint16Array;
  readonly #hasShape: boolean;
  readonly #other: Listener | undefined;
  /** The link whose text is being read. */
  #link: Mention | undefined;
  #hidden: string | undefined;
  #hiddenDepth = 0;

  constructor(page: PageToScan, limits: Limits, { other, hasShape = true }: ScanOptions) {
    this.#html = page.html;
    this.#codes = page.codes;
    this.#other = other;
    other?.begin(page.codes);
    this.#hasShape = hasShape;
    this.links = new LinkCollector(limits.maxLinks);
    this.folded = new FoldedText(limits.maxTextCharacters);
  }

  wantsAttributes({ isFollowed, name }: ElementRule): boolean {
    return this.#hasShape || isFollowed || name === 'base';
  }

  open(rule: ElementRule, attributes: Attributes, hasSlash: boolean): void {
    const tag = rule.name;
    this.#other?.open(rule, attributes);
    const isHidden = this.#hide(tag, rule.isHidden, hasSlash);
    if (!isHidden) {
      if (rule.isBlock) this.folded.breakLine();
      if (this.#hasShape) {
        const marks = rule.isUnnamed ? 0 : marksOf(attributes);
        this.tree.add(tag, rule, this.folded.length, marks);
      }
    }
    if (tag === 'base') {
      if (!isHidden || !BASELESS.has(this.#hidden!)) this.base ??= attributes.get('href');
    } else if (tag === 'meta') this.#readWish(attributes);
    else if (tag === 'input' && attributes.get('type')?.toLowerCase() === 'password') {
      this.asksPassword = true;
    }
    if (!this.#hasShape) {
      if (rule.isFollowed) addFollowed(this.links, tag, attributes);
      return;
    }
    if (!rule.mayLink) return;
    const link = addLinks(this.links, tag, attributes, isHidden ? -1 : this.tree.newest);
    if (tag === 'a') this.#link = link;
    else if (tag === 'img' && this.#link !== undefined) {
      this.#link.called ??= shortName(attributes.get('alt'));
    }
  }

  close(rule: ElementRule): void {
    const tag = rule.name;
    this.#other?.close(rule);
    if (tag === 'a') this.#link = undefined;
    if (tag === this.#hidden) {
      this.#hiddenDepth -= 1;
      if (this.#hiddenDepth === 0) this.#hidden = undefined;
    } else if (this.#hidden === undefined) {
      if (this.#hasShape) this.tree.end(tag, rule, this.folded.length);
      if (rule.isBlock) this.folded.breakLine();
    }
  }

  text(start: number, end: number, tag: string | undefined): void {
    if (tag === undefined) {
      this.#markupText(start, end);
      return;
    }
    this.#other?.text(start, end, tag, 0);
    // A title within a drawing is the drawing's, and of two the first is the page's.
    if (this.#hidden !== undefined) return;
    if (tag === 'title') this.title ??= this.#html.slice(start, end);
    else if (tag === 'plaintext') {
      this.folded.add(this.#html.slice(start, end));
      this.#noteLine();
    }
  }

  #markupText(start: number, end: number): void {
    const look = lookAt(this.#codes, start, end);
    // Between tags there is mostly nothing but the indentation of the markup.
    if ((look & LOOK.isBlank) !== 0) {
      if (this.#hidden === undefined) this.folded.addFolded(' ');
      return;
    }
    this.#other?.text(start, end, undefined, look);
    if (this.#hidden !== undefined) return;
    const text = this.#html.slice(start, end);
    const needsFolding = (look & LOOK.needsFolding) !== 0;
    if ((look & LOOK.hasEntity) !== 0) addDecoded(this.folded, text, needsFolding);
    else if (needsFolding) this.folded.addUnfolded(text);
    else this.folded.addFolded(text);
    this.#noteLine();
  }

  #noteLine(): void {
    if (this.folded.lineStarts.length > this.lineOwners.length)
      this.lineOwners.push(this.tree.current);
  }

  #readWish(attributes: Attributes): void {
    const name = attributes.get('name');
    if (name === undefined || !WISHES.test(name) || this.wishTags.length >= MOST_WISHES) return;
    this.wishTags.push({ name, content: attributes.get('content') ?? '' });
  }

  /** Whether an element stands in something that is not shown, or is it. */
  #hide(tag: string, hides: boolean, hasSlash: boolean): boolean {
    if (this.#hidden === undefined) {
      if (!hides) return false;
      // A slash closes what is drawn at once.
      if (hasSlash && (tag === 'svg' || tag === 'math')) return true;
      this.#hidden = tag;
      this.#hiddenDepth = 1;
    } else if (tag === this.#hidden && !(hasSlash && (tag === 'svg' || tag === 'math'))) {
      this.#hiddenDepth += 1;
    }
    return true;
  }
}

/** What one pass over the markup of a page gives. */
export interface WholeScan extends ScannedPage {
  readonly links: LinkCollector;
  /** The first title, as it is written. */
  readonly title: string;
  /** The address of the first base that has one, as it is written. */
  readonly base: string | undefined;
  /** Meta tags that ask something of robots. */
  readonly wishTags: readonly MetaTag[];
  /** Whether it has a field for a password. */
  readonly asksPassword: boolean;
  readonly truncated: boolean;
}

/** Scans a page. Another one who wants to hear what stands in it is told in the same pass. */
export function scanPage(html: string, limits: Limits, options: ScanOptions = {}): WholeScan {
  const scan = withCodes(html, (codes) => {
    const page = { html, codes };
    const reading = new PageScan(page, limits, options);
    scanTags(page, reading, options.isXml);
    return reading;
  });
  const { tree, folded, lineOwners, links, title = '', base } = scan;
  const { wishTags, asksPassword } = scan;
  tree.finish(folded.length);
  const truncated = links.truncated || folded.truncated;
  const text = folded.toString();
  const { lineStarts } = folded;
  return {
    tree,
    text,
    lineStarts,
    lineOwners,
    links,
    title,
    base,
    wishTags,
    asksPassword,
    truncated,
  };
}
