/** What a Content-Type header says. */
export interface MediaType {
  /** `type/subtype` in lower case; empty where the header says nothing usable. */
  readonly essence: string;
  readonly charset: string | undefined;
}

const ESSENCE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/;
const CHARSET = /;\s*charset\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;

/** Reads a Content-Type header of any quality. */
export function parseMediaType(header: string | undefined): MediaType {
  const text = (header ?? '').slice(0, 1_000);
  const essence = (text.split(';', 1)[0] ?? '').trim().toLowerCase();
  const [, quoted, plain] = CHARSET.exec(text) ?? [];
  return { essence: ESSENCE.test(essence) ? essence : '', charset: quoted ?? plain };
}
