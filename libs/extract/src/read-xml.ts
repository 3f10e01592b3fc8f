import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';

/** What a reader of XML hears. Names have their prefixes, as written. */
export interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Thrown through a parser to end it, and never further. */
const ENOUGH = new Error('enough was read');

/**
 * Reads XML strictly and, where it is not well formed, once more from its beginning with a parser that
 * forgives. Neither reads a DTD, so entities that a document declares stay as they are written.
 */
export function readXml<E extends XmlEvents>(text: string, maxDepth: number, begin: () => E): E {
  const strict = begin();
  return readStrictly(text, bounded(strict, maxDepth))
    ? strict
    : readKindly(text, maxDepth, begin());
}

function readStrictly(text: string, events: XmlEvents): boolean {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  let wellFormed = true;
  parser.on('error', () => {
    wellFormed = false;
    throw ENOUGH;
  });
  parser.on('opentag', ({ name, attributes }) => events.open(name, attributes));
  parser.on('text', (piece) => events.text(piece));
  parser.on('cdata', (piece) => events.text(piece));
  parser.on('closetag', ({ name }) => events.close(name));
  untilEnough(() => parser.write(text).close());
  return wellFormed;
}

function readKindly<E extends XmlEvents>(text: string, maxDepth: number, events: E): E {
  const within = bounded(events, maxDepth);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => within.open(name, attributes),
      ontext: (piece) => within.text(piece),
      onclosetag: (name) => within.close(name),
    },
    { xmlMode: true, decodeEntities: true },
  );
  untilEnough(() => parser.end(text));
  return events;
}

function bounded(events: XmlEvents, maxDepth: number): XmlEvents {
  let depth = 0;
  return {
    open: (name, attributes) => {
      depth += 1;
      if (depth > maxDepth) throw ENOUGH;
      events.open(name, attributes);
    },
    text: (piece) => events.text(piece),
    close: (name) => {
      depth -= 1;
      events.close(name);
    },
  };
}

function untilEnough(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
}
