import type { Attributes } from '../html/attributes.ts';
import type { ElementRule } from '../html/element-rules.ts';
import type { PagePart } from '../html/page-parts.ts';
import { Headings } from './headings.ts';
import { MetaTags } from './meta-tags.ts';
import { type AboutPage, type Metadata, METADATA_LIMITS } from './metadata.ts';
import { Microdata } from './microdata.ts';
import { PageDates } from './page-dates.ts';
import { pageMetadata } from './page-metadata.ts';
import { TextSample } from './text-sample.ts';

const JSON_LD = /^\s*application\/ld\+json/i;

/**
 * The part of a page's reader that gathers what the page says of itself. It is told what stands in the page, in its order,
 * remembers little of it, and makes sense of that at the end.
 */
export class MetadataCollector {
  readonly #html: string;
  readonly #meta = new MetaTags();
  readonly #dates: PageDates;
  readonly #headings: Headings;
  readonly #microdata = new Microdata();
  readonly #jsonLd: string[] = [];
  readonly #sample: TextSample;
  #jsonLdRoom: number = METADATA_LIMITS.jsonLdCharacters;
  #isJsonLd = false;
  #language = '';

  constructor(html: string) {
    this.#html = html;
    this.#dates = new PageDates(html);
    this.#headings = new Headings(html);
    this.#sample = new TextSample(html);
  }

  /** Before anything else: the characters of the page as numbers. */
  begin(codes: Uint16Array): void {
    this.#dates.begin(codes);
  }

  open({ name: tag, part }: ElementRule, attributes: Attributes): void {
    if (!attributes.isEmpty || this.#microdata.isWaiting) this.#microdata.open(tag, attributes);
    // Most elements are nothing to us.
    if (part !== undefined) this.#openPart(part, tag, attributes);
  }

  #openPart(part: PagePart, tag: string, attributes: Attributes): void {
    switch (part) {
      case 'meta':
        return this.#meta.add(attributes);
      case 'script':
        this.#isJsonLd = JSON_LD.test(attributes.get('type') ?? '');
        return;
      case 'html':
        this.#language ||= attributes.get('lang') ?? attributes.get('xml:lang') ?? '';
        return;
      case 'time':
        return this.#dates.openTime(attributes);
      case 'abbr':
        return this.#dates.openAbbreviation(attributes);
      case 'aside':
        return this.#dates.openAside();
      case 'content':
        return this.#dates.leaveAsides();
      case 'heading':
        if (tag === 'h1') this.#dates.leaveAsides();
        return this.#headings.open(Number(tag[1]));
      case 'drawing':
        this.#headings.isDrawing = true;
    }
  }

  close({ name: tag, part }: ElementRule): void {
    if (this.#microdata.isWaiting) this.#microdata.close(tag);
    if (part === undefined) return;
    if (part === 'heading') this.#headings.close();
    else if (part === 'aside') this.#dates.closeAside();
    else if (part === 'time') this.#dates.closeTime();
    else if (part === 'drawing') this.#headings.isDrawing = false;
  }

  /** `tag` is given for elements in which nothing is markup; of other texts, `look` is what a look at it told (see `lookAt`). */
  text(start: number, end: number, tag: string | undefined, look: number): void {
    if (tag === undefined) {
      this.#dates.text(start, end, look);
      if (this.#headings.isOpen) this.#headings.text(start, end);
      if (this.#microdata.isWaiting) this.#microdata.text(this.#html.slice(start, end));
      this.#sample.add(start, end);
    } else if (tag === 'title') this.#headings.titleText(start, end);
    else if (tag === 'script' && this.#isJsonLd) this.#addJsonLd(start, end);
  }

  /** What the page says of itself; to be asked once, when all of it went by. */
  metadata(about: AboutPage): Metadata {
    return pageMetadata(
      {
        html: this.#html,
        language: this.#language,
        meta: this.#meta,
        jsonLd: this.#jsonLd,
        microdata: this.#microdata.items(),
        dates: this.#dates,
        title: this.#headings.title,
        headings: this.#headings.all,
        sample: this.#sample,
      },
      about,
    );
  }

  #addJsonLd(start: number, end: number): void {
    const isFull = this.#jsonLd.length >= METADATA_LIMITS.jsonLdBlocks;
    if (isFull || end - start > this.#jsonLdRoom) return;
    this.#jsonLdRoom -= end - start;
    this.#jsonLd.push(this.#html.slice(start, end));
  }
}
