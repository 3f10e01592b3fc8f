import { type AgentRules, restoreRules, type Rule } from './agent-rules.ts';
import { octetsOf, textOf } from './canonical-path.ts';
import { canonicalPattern } from './pattern.ts';

/** What is read of a robots.txt; the rest of a longer one counts for nothing (RFC 9309 asks for 500 KiB). */
export const MAX_ROBOTS_BYTES = 512_000;

/** What is kept of the rules for one agent, so that they fit into a row whatever was written. */
const MAX_PATTERN_CHARACTERS = 600_000;
const MAX_SITEMAPS = 1_000;
const LONGEST_SITEMAP = 8_000;
/** A day: nobody means more, and sums of more overflow somewhere. */
const LONGEST_DELAY_MS = 86_400_000;

/** A robots.txt that was read. */
export interface Robots {
  /** What it says to an agent, by its product token such as `mayfly`; case does not matter. */
  for(agent: string): AgentRules;
  /** Sitemaps that it names, as they are written. */
  readonly sitemaps: readonly string[];
}

interface Group {
  /** Product tokens in lower case; `*` is everybody. */
  readonly agents: string[];
  readonly rules: Rule[];
  crawlDelayMs?: number;
  /** Lines that name agents belong together until a rule comes; other records do not part them. */
  hasRules: boolean;
}

/** Reads a robots.txt of any quality: a line that says nothing is passed over, and nothing throws. */
export function parseRobots(file: string | Uint8Array): Robots {
  const { groups, sitemaps } = readGroups(linesOf(file));
  return {
    sitemaps,
    for: (agent) => {
      const own = groupsFor(agent.toLowerCase(), groups);
      const rules = withinLimit(own.flatMap((group) => group.rules));
      const patterns = (allow: boolean) =>
        rules.filter((rule) => rule.allow === allow).map(({ pattern }) => pattern);
      const delays = own.flatMap(({ crawlDelayMs }) => crawlDelayMs ?? []);
      return restoreRules({
        allow: patterns(true),
        disallow: patterns(false),
        ...(delays.length === 0 ? {} : { crawlDelayMs: Math.max(...delays) }),
        sitemaps,
      });
    },
  };
}

/** All groups that name the agent are one group; where none does, those for everybody. */
function groupsFor(agent: string, groups: readonly Group[]): readonly Group[] {
  const named = groups.filter(({ agents }) => agents.includes(agent));
  return named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
}

function withinLimit(rules: readonly Rule[]): readonly Rule[] {
  let characters = 0;
  const end = rules.findIndex(({ pattern }) => {
    characters += pattern.length + 3;
    return characters > MAX_PATTERN_CHARACTERS;
  });
  return end < 0 ? rules : rules.slice(0, end);
}

function readGroups(lines: readonly string[]): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  for (const line of lines) {
    const { key, value } = recordOf(line);
    switch (key) {
      case 'user-agent':
        if (group === undefined || group.hasRules) {
          groups.push((group = { agents: [], rules: [], hasRules: false }));
        }
        group.agents.push(agentOf(value));
        break;
      case 'allow':
      case 'disallow':
        if (group !== undefined) addRule(group, key === 'allow', value);
        break;
      case 'crawl-delay':
        if (group !== undefined) addDelay(group, value);
        break;
      case 'sitemap':
        if (value !== '' && value.length <= LONGEST_SITEMAP && sitemaps.length < MAX_SITEMAPS) {
          sitemaps.push(textOf(value));
        }
        break;
    }
  }
  return { groups, sitemaps };
}

function addRule(group: Group, allow: boolean, value: string): void {
  const pattern = canonicalPattern(value);
  group.hasRules = true;
  if (pattern !== undefined) group.rules.push({ allow, pattern });
}

function addDelay(group: Group, value: string): void {
  const seconds = /^\d+(\.\d+)?|^\.\d+/.exec(value)?.[0];
  if (seconds === undefined) return;
  const delayMs = Math.min(Math.round(Number(seconds) * 1_000), LONGEST_DELAY_MS);
  group.crawlDelayMs = Math.max(group.crawlDelayMs ?? 0, delayMs);
}

/** The product token of a `user-agent` line: what follows it, such as a version, names nobody. */
function agentOf(value: string): string {
  if (/^\*(\s|$)/.test(value)) return '*';
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase();
}

function recordOf(line: string): { key: string; value: string } {
  const comment = line.indexOf('#');
  const record = comment < 0 ? line : line.slice(0, comment);
  const colon = record.indexOf(':');
  if (colon < 0) return { key: '', value: '' };
  return {
    key: trimmed(record.slice(0, colon)).toLowerCase(),
    value: trimmed(record.slice(colon + 1)),
  };
}

/** Only what ASCII calls white: an octet of some character beyond it is never white space. */
function trimmed(text: string): string {
  return text.replace(/^[\t\n\v\f\r \0]+|[\t\n\v\f\r \0]+$/g, '');
}

/** Some editors leave only a part of the byte order mark. */
const BOM = /^\xef(\xbb\xbf?)?/;

/** The lines within the limit, as octets; a line that the limit cuts would say something else, so it goes. */
function linesOf(file: string | Uint8Array): string[] {
  const octets = typeof file === 'string' ? octetsOf(file) : Buffer.from(file).toString('latin1');
  const read = octets.length > MAX_ROBOTS_BYTES ? octets.slice(0, MAX_ROBOTS_BYTES) : octets;
  const lines = read.replace(BOM, '').split(/\r\n|\r|\n/);
  if (read.length < octets.length) lines.pop();
  return lines;
}
