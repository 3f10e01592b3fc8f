import { decodeHTML } from 'entities';
import { shortened } from '../folded-text.ts';
import type { Attributes } from '../html/attributes.ts';
import { METADATA_LIMITS } from './metadata.ts';

/** One thing of microdata. */
export interface MicrodataItem {
  /** Without the vocabulary's address: `BlogPosting`. */
  readonly type: string;
  /** Each property with its first value. */
  readonly properties: Readonly<Record<string, string>>;
  /** The property of another item that this one is the value of. */
  readonly within?: string;
}

interface OpenElement {
  readonly tag: string;
  /** Elements of the same name that are open within it. */
  nested: number;
  readonly item?: OpenItem;
  readonly property?: { readonly names: readonly string[]; readonly of: OpenItem };
  text: string;
}

interface OpenItem {
  readonly type: string;
  readonly properties: Map<string, string>;
  readonly within?: string;
}

const VOID = new Set(['meta', 'link', 'img', 'br', 'hr', 'input', 'source', 'area', 'embed']);
const ADDRESSES: Readonly<Record<string, string>> = {
  ...{ a: 'href', link: 'href', area: 'href' },
  ...{ img: 'src', iframe: 'src', audio: 'src', video: 'src', source: 'src', embed: 'src' },
};

/** Reads microdata while a page goes by. Only elements that take part are remembered, so depth costs nothing. */
export class Microdata {
  readonly #items: OpenItem[] = [];
  readonly #open: OpenElement[] = [];

  /** Whether the text that comes is the value of a property. */
  get isWaiting(): boolean {
    return this.#open.length > 0;
  }

  open(tag: string, attributes: Attributes): void {
    for (const element of this.#open) if (element.tag === tag) element.nested += 1;
    const names = attributes.get('itemprop')?.toLowerCase().split(/\s+/).slice(0, 5);
    const isItem = attributes.get('itemscope') !== undefined;
    if (names === undefined && !isItem) return;
    const outer = this.#open.findLast((element) => element.item !== undefined)?.item;
    const item = isItem
      ? this.#begin(attributes, outer === undefined ? undefined : names)
      : undefined;
    const value = isItem ? undefined : valueOf(tag, attributes);
    if (names !== undefined && outer !== undefined && value !== undefined) put(outer, names, value);
    if (VOID.has(tag) || this.#open.length >= METADATA_LIMITS.microdataDepth) return;
    const isText = !isItem && names !== undefined && outer !== undefined && value === undefined;
    if (item === undefined && !isText) return;
    this.#open.push({
      ...{ tag, nested: 0, text: '' },
      ...(item === undefined ? {} : { item }),
      ...(isText ? { property: { names, of: outer } } : {}),
    });
  }

  text(text: string): void {
    for (const element of this.#open) {
      if (element.property !== undefined && element.text.length < METADATA_LIMITS.textCharacters) {
        element.text += text.slice(0, METADATA_LIMITS.textCharacters);
      }
    }
  }

  close(tag: string): void {
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const element = this.#open[at]!;
      if (element.tag !== tag) continue;
      if (element.nested > 0) element.nested -= 1;
      else {
        this.#open.splice(at, 1);
        end(element);
      }
    }
  }

  items(): MicrodataItem[] {
    for (const element of this.#open.splice(0)) end(element);
    return this.#items.map(({ type, properties, within }) => ({
      type,
      properties: Object.fromEntries(properties),
      ...(within === undefined ? {} : { within }),
    }));
  }

  #begin(attributes: Attributes, names: readonly string[] | undefined): OpenItem | undefined {
    if (this.#items.length >= METADATA_LIMITS.microdataItems) return undefined;
    const type = shortened(attributes.get('itemtype') ?? '', METADATA_LIMITS.urlCharacters);
    const item = {
      type: type.replace(/\/+$/, '').replace(/^.*[/#]/, ''),
      properties: new Map<string, string>(),
      ...(names === undefined ? {} : { within: names[0]!.slice(0, 100) }),
    };
    this.#items.push(item);
    return item;
  }
}

/** The value that an attribute holds; undefined where the text is the value. */
function valueOf(tag: string, attributes: Attributes): string | undefined {
  const content = attributes.get('content') ?? attributes.get('datetime');
  if (content !== undefined) return content;
  const key = Object.hasOwn(ADDRESSES, tag) ? ADDRESSES[tag]! : undefined;
  // A link around a name is meant for its name.
  return key === undefined || tag === 'a' ? undefined : attributes.get(key);
}

function end({ property, text }: OpenElement): void {
  if (property !== undefined) put(property.of, property.names, decodeHTML(text));
}

function put({ properties }: OpenItem, names: readonly string[], value: string): void {
  const text = shortened(value, METADATA_LIMITS.textCharacters);
  for (const name of names) {
    if (properties.size >= METADATA_LIMITS.microdataProperties) return;
    if (text !== '' && name !== '' && !properties.has(name))
      properties.set(name.slice(0, 100), text);
  }
}
