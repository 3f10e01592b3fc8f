import { combineContentTypes } from './content-type.ts';
import { essenceOf } from './mime-type.ts';

/** What a Content-Type header says. */
export interface MediaType {
  /** `type/subtype` in lower case; empty where the header says nothing usable. */
  readonly essence: string;
  readonly charset: string | undefined;
}

/** Reads a Content-Type header of any quality; several are joined by commas. */
export function parseMediaType(header: string | undefined): MediaType {
  const mime = header === undefined ? undefined : combineContentTypes([header.slice(0, 8_192)]);
  if (mime === undefined) return { essence: '', charset: undefined };
  return { essence: essenceOf(mime), charset: mime.parameters.get('charset') };
}
