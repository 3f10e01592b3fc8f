import type { Clock } from '@mayfly/clock';
import type { AgentRules } from '@mayfly/robots';
import type { Url } from '@mayfly/url';
import type { AttemptEnd } from './attempt-end.ts';
import { endWithoutRequest } from './attempt-end.ts';
import { keptHeaders, retryAfterMs, validatorsOf, withEscapes } from './answer-headers.ts';
import { classifyResponse } from './classify-response.ts';
import type { Attempt, Read, RobotsRules, SaidOfUses, WebAnswer } from './ports.ts';
import { sitemapUrls } from './sitemap-urls.ts';
import { originOf, pathOf, type Task } from './task.ts';

const LONGEST_PATTERN = 200;

/** What fetching needs beside the attempt itself. */
export interface Fetching {
  readonly robots: RobotsRules;
  readonly read: Read;
  /** When a request that begins now is given up, by the monotonic clock. */
  readonly deadlineOf: (attempt: Attempt) => number;
  readonly maxBodyBytes: number;
  readonly cutBodies: boolean;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
}

/** Makes the one request of a page's lease and ends it; answers false where the rules that it relies on are not there. */
export async function fetchPage(attempt: Attempt, fetching: Fetching): Promise<AttemptEnd | false> {
  const end = await endOf(attempt, fetching);
  if (end !== false) await attempt.end(end);
  return end;
}

async function endOf(attempt: Attempt, fetching: Fetching): Promise<AttemptEnd | false> {
  const { task } = attempt;
  if (task.abandon) return endWithoutRequest('abandoned', 'three leases in a row expired');
  if (!task.obeyRobots) return readAnswer(task, await asked(attempt, fetching), fetching);
  const { robotsAttempt } = task;
  // A lease that names none has no rules to rely on: without them nothing is asked for.
  if (robotsAttempt === undefined) return false;
  const rules = await fetching.robots.find(originOf(task.url), robotsAttempt);
  if (rules === undefined) return false;
  const { allowed, pattern = '' } = rules.decide(pathOf(task.url));
  const robots = { allowed, pattern, crawlDelayMs: rules.crawlDelayMs };
  if (!allowed) return { ...endWithoutRequest('robots', disallowedBy(pattern)), robots };
  const answer = await asked(attempt, fetching);
  return { ...(await readAnswer(task, answer, fetching, rules)), robots };
}

function asked(attempt: Attempt, fetching: Fetching): Promise<WebAnswer> {
  const { task } = attempt;
  return attempt.get({
    url: task.url,
    private: task.private,
    validators: task.validators,
    check: task.check,
    deadlineMs: fetching.deadlineOf(attempt),
    maxBodyBytes: fetching.maxBodyBytes,
    cut: fetching.cutBodies,
  });
}

/** The pattern is the site's own words, and may be anything: what is shown of it is short and can be printed. */
function disallowedBy(pattern: string): string {
  const shown = pattern.slice(0, LONGEST_PATTERN).replaceAll(/[^\x20-\x7e]/g, '?');
  return `robots.txt disallows ${shown}`;
}

/** The end of a task by what the web answered. */
export async function readAnswer(
  task: Task,
  answer: WebAnswer,
  { read, clock }: Pick<Fetching, 'read' | 'clock'>,
  rules?: Pick<AgentRules, 'contentSignals' | 'sitemaps'>,
): Promise<AttemptEnd> {
  const { timings, address } = answer;
  if (!answer.answered) {
    return { outcome: answer.outcome, detail: answer.detail, headers: [], timings, address };
  }
  const { status, headers, robotsTags, body, truncated } = answer;
  const classified = classifyResponse({
    status,
    location: headers.get('location'),
    url: task.url,
    hops: task.hops,
    conditional: task.validators !== undefined,
    check: task.check === true,
  });
  const retryMs = retryAfterMs(headers, clock.nowMs());
  const about = {
    ...classified,
    status,
    headers: keptHeaders(headers),
    timings,
    address,
    ...(retryMs === undefined ? {} : { retryAfterMs: retryMs }),
  };
  if (task.check === true) return { ...about, ...checkedValidators(task) };
  const validators = validatorsOf(headers) ?? keptValidators(task, classified.outcome);
  if (classified.outcome !== 'ok') return { ...about, ...(validators ? { validators } : {}) };
  const startedMs = clock.monotonicMs();
  const found = await read({
    body,
    url: task.url,
    contentType: headers.get('content-type'),
    robotsTags,
    linkHeader: linkHeaderOf(headers),
    saidOfUses: saidOfUses(headers, rules?.contentSignals ?? []),
    sitemaps: besideSeed(task, rules?.sitemaps),
    tagged: task.byHand,
    nowMs: clock.nowMs(),
  });
  const parsed = { ...about, timings: { ...timings, parseMs: clock.monotonicMs() - startedMs } };
  if (found === undefined) {
    const detail = 'reading it took more time or memory than allowed';
    return { ...parsed, outcome: 'unreadable', detail };
  }
  const document = { ...found, body, truncated: truncated || found.truncated };
  return { ...parsed, document, ...(validators ? { validators } : {}) };
}

function linkHeaderOf(headers: ReadonlyMap<string, string>): string | undefined {
  const header = headers.get('link');
  return header === undefined ? undefined : withEscapes(header);
}

/** A crawl that begins while the rules are known asks for no robots.txt: it hears of sitemaps by its seeds. */
function besideSeed({ seed, byHand, url }: Task, named: readonly string[] = []): Url[] | undefined {
  // A person who asks for a page wants to see its own links, and nobody follows them.
  return seed && byHand !== true ? sitemapUrls(named, url) : undefined;
}

const ABOUT_USES = ['content-signal', 'content-usage', 'tdm-reservation'] as const;

/** What robots.txt and headers say about uses; undefined, as mostly, where they say nothing. */
function saidOfUses(
  headers: ReadonlyMap<string, string>,
  robots: readonly string[],
): SaidOfUses | undefined {
  const said = ABOUT_USES.filter((name) => headers.has(name));
  if (said.length === 0 && robots.length === 0) return undefined;
  return { robots, headers: Object.fromEntries(said.map((name) => [name, headers.get(name)!])) };
}

/** A 304 need not repeat the validators by which it was asked. */
function keptValidators({ validators }: Task, outcome: string) {
  return outcome === 'unchanged' ? validators : undefined;
}

/** What is known of a document stays known until another one has come: its new validators would hide that one from us. */
function checkedValidators({ validators }: Task) {
  return validators === undefined ? {} : { validators };
}
