import { type AgentRules, type PlainRules, restoreRules } from './agent-rules.ts';
import { textOf } from './canonical-path.ts';
import { canonicalPattern } from './pattern.ts';
import { readRecords } from './read-records.ts';

const MAX_SITEMAPS = 1_000;
const LONGEST_SITEMAP = 8_000;
const MAX_SIGNALS = 100;
const LONGEST_SIGNAL = 1_000;
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
  /** Values as they are written: most groups are for others, and theirs are never spelled. */
  readonly allow: string[];
  readonly disallow: string[];
  readonly signals: string[];
  crawlDelayMs?: number;
  /** Lines that name agents belong together until a rule comes; other records do not part them. */
  hasRules: boolean;
}

/** Reads a robots.txt of any quality: a line that says nothing is passed over, and nothing throws. */
export function parseRobots(file: string | Uint8Array): Robots {
  const reader = new GroupReader();
  readRecords(file, (key, value) => reader[key](value));
  const { groups, sitemaps, signals } = reader;
  return {
    sitemaps,
    for: (agent) =>
      restoreRules(rulesOf(groupsFor(agent.toLowerCase(), groups), sitemaps, signals)),
  };
}

/** All groups that name the agent are one group; where none does, those for everybody. */
function groupsFor(agent: string, groups: readonly Group[]): readonly Group[] {
  const named = agent === '' ? [] : groups.filter(({ agents }) => agents.includes(agent));
  return named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
}

function rulesOf(
  groups: readonly Group[],
  sitemaps: readonly string[],
  signalsForAll: readonly string[],
): PlainRules {
  const delays = groups.flatMap(({ crawlDelayMs }) => crawlDelayMs ?? []);
  const contentSignals = [...signalsForAll, ...groups.flatMap(({ signals }) => signals)];
  return {
    allow: patternsOf(groups, 'allow'),
    disallow: patternsOf(groups, 'disallow'),
    ...(delays.length === 0 ? {} : { crawlDelayMs: Math.max(...delays) }),
    sitemaps,
    ...(contentSignals.length === 0
      ? {}
      : { contentSignals: contentSignals.slice(0, MAX_SIGNALS) }),
  };
}

function patternsOf(groups: readonly Group[], kind: 'allow' | 'disallow'): string[] {
  const patterns: string[] = [];
  for (const group of groups) {
    for (const value of group[kind]) {
      const pattern = canonicalPattern(value, kind === 'allow');
      if (pattern !== undefined) patterns.push(pattern);
    }
  }
  return patterns;
}

/** Puts records where they belong; one method a key. */
class GroupReader {
  readonly groups: Group[] = [];
  readonly sitemaps: string[] = [];
  /** Signals before the first group are for everybody. */
  readonly signals: string[] = [];
  #group: Group | undefined;

  'user-agent'(value: string): void {
    if (this.#group === undefined || this.#group.hasRules) {
      this.#group = { agents: [], allow: [], disallow: [], signals: [], hasRules: false };
      this.groups.push(this.#group);
    }
    this.#group.agents.push(tokenOf(value));
  }

  allow(value: string): void {
    this.#addRule('allow', value);
  }

  disallow(value: string): void {
    this.#addRule('disallow', value);
  }

  'crawl-delay'(value: string): void {
    const seconds = /^\d+(\.\d+)?|^\.\d+/.exec(value)?.[0];
    if (this.#group === undefined || seconds === undefined) return;
    const delayMs = Math.min(Math.round(Number(seconds) * 1_000), LONGEST_DELAY_MS);
    this.#group.crawlDelayMs = Math.max(this.#group.crawlDelayMs ?? 0, delayMs);
  }

  sitemap(value: string): void {
    if (value === '' || value.length > LONGEST_SITEMAP) return;
    if (this.sitemaps.length < MAX_SITEMAPS) this.sitemaps.push(textOf(value));
  }

  'content-signal'(value: string): void {
    const signals = this.#group?.signals ?? this.signals;
    if (value === '' || value.length > LONGEST_SIGNAL || signals.length >= MAX_SIGNALS) return;
    signals.push(textOf(value));
  }

  'content-usage'(value: string): void {
    this['content-signal'](value);
  }

  #addRule(kind: 'allow' | 'disallow', value: string): void {
    if (this.#group === undefined) return;
    this.#group.hasRules = true;
    if (value !== '') this.#group[kind].push(value);
  }
}

/** The product token that a name begins with: what follows it, such as a version, names nobody. */
function tokenOf(value: string): string {
  if (/^\*(\s|$)/.test(value)) return '*';
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase();
}
