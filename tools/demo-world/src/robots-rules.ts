/** What a robots.txt says to one agent. */
export interface RobotsRules {
  /** Whether the path (with its query) may be asked for. */
  allows(path: string): boolean;
  readonly crawlDelayMs: number;
}

interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  crawlDelayMs: number;
}

export const ALLOWS_ALL: RobotsRules = { allows: () => true, crawlDelayMs: 0 };
export const ALLOWS_NOTHING: RobotsRules = {
  allows: (path) => path === '/robots.txt',
  crawlDelayMs: 0,
};

/**
 * The rules of RFC 9309 for an agent, with Crawl-delay. Written apart from the crawler's own, because a judge that
 * shares the code of the judged shares its mistakes.
 */
export function robotsRules(text: string, userAgent: string): RobotsRules {
  const token = productToken(userAgent);
  const groups = groupsOf(text);
  const own = groups.filter(({ agents }) => agents.includes(token));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules);
  return {
    allows: (path) => path === '/robots.txt' || verdict(rules, path),
    crawlDelayMs: Math.max(0, ...chosen.map(({ crawlDelayMs }) => crawlDelayMs)),
  };
}

/** The URLs of all Sitemap lines. */
export function sitemapLines(text: string): string[] {
  return fields(text)
    .filter(([name]) => name === 'sitemap')
    .map(([, value]) => value);
}

function productToken(userAgent: string): string {
  return /^[a-z_-]*/.exec(userAgent.toLowerCase())![0];
}

function fields(text: string): (readonly [name: string, value: string])[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value!.trim()] as const];
  });
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let naming = false;
  for (const [name, value] of fields(text)) {
    if (name === 'user-agent') {
      if (!naming) groups.push({ agents: [], rules: [], crawlDelayMs: 0 });
      groups.at(-1)!.agents.push(value.toLowerCase());
      naming = true;
      continue;
    }
    const group = groups.at(-1);
    if (group === undefined || name === 'sitemap') continue;
    naming = false;
    if (name === 'crawl-delay') group.crawlDelayMs = Number(value) * 1_000 || 0;
    const allow = name === 'allow';
    if ((allow || name === 'disallow') && value !== '') group.rules.push({ allow, pattern: value });
  }
  return groups;
}

/** The longest pattern that fits decides; of two as long the one that allows. */
function verdict(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (!fits(rule.pattern, path)) continue;
    const longer = rule.pattern.length - (best?.pattern.length ?? -1);
    if (longer > 0 || (longer === 0 && rule.allow)) best = rule;
  }
  return best?.allow ?? true;
}

function fits(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const [first, ...pieces] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first!)) return false;
  let at = first!.length;
  for (const [i, piece] of pieces.entries()) {
    const last = anchored && i === pieces.length - 1;
    const found = last ? path.length - piece.length : path.indexOf(piece, at);
    if (found < at || !path.startsWith(piece, found)) return false;
    at = found + piece.length;
  }
  return !anchored || at === path.length;
}
