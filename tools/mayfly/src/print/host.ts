import type { Manners } from '@mayfly/contracts/crawl/v1';
import { type GetHostResponse, RestReason } from '@mayfly/contracts/frontier/v1';
import { restCause } from '@mayfly/frontier-client';
import { durationMs } from '@mayfly/grpc';
import { shownMs, shownUntil, shownWords, table, wordOf } from './words.ts';

/** How a host is treated, for a person. */
export function shownHost(found: GetHostResponse, nowMs: number): string {
  const { host, known, crawlDelay, address, server } = found;
  const rows = [
    ['asked', askedWords(found, nowMs)],
    ...mannersRows(found),
    ...(crawlDelay === undefined
      ? []
      : [['robots.txt', `asks for ${shownMs(durationMs(crawlDelay))} between requests`]]),
    ['attempts', attemptWords(found)],
    ...(address === '' ? [] : [['address', shownWords(address)]]),
    ...(server === '' ? [] : [['server', `${shownWords(server)}, shared with other hosts`]]),
    ...(known
      ? [['news', `${Math.round(found.novelty * 100)} % of what it brought lately was new`]]
      : []),
    [
      'quota',
      `up to ${found.urlQuota.toLocaleString('en')} URLs of it may be known and not fetched yet, in each crawl`,
    ],
  ];
  const title = known ? host : `${host}, never heard of`;
  return `${title}\n${table(rows.map(([name = '', value = '']) => [`  ${name}`, value]))}\n`;
}

function askedWords({ block, nextAllowedTime, restReason }: GetHostResponse, nowMs: number) {
  if (block !== undefined) {
    const { untilTime, reason } = block;
    const until =
      untilTime === undefined
        ? 'never: blocked for good'
        : `not: blocked until ${shownUntil(untilTime, nowMs)}`;
    return `${until}${reason === '' ? '' : `: ${shownWords(reason)}`}`;
  }
  if (!isResting(nextAllowedTime, nowMs)) return 'as soon as something of it is due';
  return `not before ${shownUntil(nextAllowedTime, nowMs)}: ${restCause(restReason)}`;
}

const isResting = (time: Date | undefined, nowMs: number): time is Date =>
  time !== undefined && time.getTime() > nowMs;

/** What is in force: crawls with manners of their own first, each by its name. */
function mannersRows({ manners, policy, crawlManners }: GetHostResponse): string[][] {
  const usual = `${mannersWords(manners)}${policy === undefined ? '' : '; set for this host'}`;
  if (crawlManners.length === 0) return [['manners', usual]];
  const own = crawlManners.map((each) => `crawl ${each.crawl}: ${mannersWords(each.manners)}`);
  return [...own, `all others: ${usual}`].map((words, at) => [at === 0 ? 'manners' : '', words]);
}

function mannersWords(manners: Manners | undefined): string {
  const { delay, busyFactor = 0, leasesAtATime = 1, obeyRobots = true } = manners ?? {};
  const delayMs = delay === undefined ? 0 : durationMs(delay);
  const busy = busyFactor > 0 ? `, and at least ${busyFactor} times as long as an answer took` : '';
  const robots = obeyRobots ? 'robots.txt is obeyed' : 'robots.txt is not asked for';
  return `${leasesAtATime} at a time, ${shownMs(delayMs)} between requests${busy}; ${robots}`;
}

function attemptWords({ lastAttempt, leasesOut, failures, tripped }: GetHostResponse): string {
  const parts = [`${lastAttempt.toLocaleString('en')} so far`, `${leasesOut} under way`];
  if (failures > 0) parts.push(`${failures} failures that it has not made up for`);
  if (tripped) parts.push('asked only now and then, to see whether it is back');
  return parts.join(', ');
}

/** The same for scripts: times as texts, lengths in milliseconds. */
export function plainHost(found: GetHostResponse, nowMs: number): object {
  const { policy, manners, crawlManners, crawlDelay, restReason, ...rest } = found;
  return {
    ...rest,
    blocked: found.block !== undefined,
    resting: isResting(found.nextAllowedTime, nowMs),
    restReason: wordOf(RestReason, restReason, 'REST_REASON_'),
    policy: policy && plainManners(policy),
    manners: manners && plainManners(manners),
    crawlManners: crawlManners.map(({ crawl, manners: own }) => ({
      crawl,
      manners: own && plainManners(own),
    })),
    crawlDelayMs: crawlDelay && durationMs(crawlDelay),
  };
}

/** Manners for scripts. */
export function plainManners({ delay, ...others }: Manners): object {
  return { delayMs: delay && durationMs(delay), ...others };
}
