/** Whose word in meta robots and X-Robots-Tag we take for ourselves. */
const AGENTS = new Set(['robots', 'mayfly']);
const DIRECTIVES_WITH_VALUES = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);

/** Whether the name of a meta element is one that speaks to us. */
export function isForUs(name: string): boolean {
  return AGENTS.has(name.trim().toLowerCase());
}

/** Whether directives such as `noindex, nofollow` ask not to follow links. */
export function saysNofollow(directives: string): boolean {
  return directives
    .toLowerCase()
    .split(',')
    .some((directive) => ['nofollow', 'none'].includes(directive.trim()));
}

/** The same of an X-Robots-Tag header, whose lines may begin with the agent that they are for. */
export function headerSaysNofollow(header: string): boolean {
  let forUs = true;
  return header.split(',').some((part) => {
    const [before = '', after] = part.split(':', 2);
    const agent = before.trim().toLowerCase();
    if (after === undefined || DIRECTIVES_WITH_VALUES.has(agent)) {
      return forUs && saysNofollow(part);
    }
    forUs = isForUs(agent);
    return forUs && saysNofollow(after);
  });
}
