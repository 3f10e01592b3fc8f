import type { Frontier } from './frontier.ts';
import { restLeftMs, usualPauseMs } from './host-pause.ts';
import { crawlsWaitingAt, HostState } from './host-state.ts';
import type { Lane } from './lane.ts';
import { politer } from './manners.ts';
import type { OutLease } from './out-leases.ts';
import type { BucketState } from './ports.ts';
import { type HostRow, REST } from './rows.ts';

/** Takes a host into memory. Since its bucket is ours it has rested its own delay, whatever was before. */
export function meetHost(frontier: Frontier, lane: Lane, row: HostRow): HostState {
  const { clock, settings } = frontier.around;
  const nowMs = clock.monotonicMs();
  const delays = crawlsWaitingAt(row).map((crawl) =>
    usualPauseMs(row, frontier.mannersOf(crawl, row), settings.pause),
  );
  if (delays.length === 0)
    delays.push(usualPauseMs(row, politer(settings.manners, row.policy), settings.pause));
  const sinceMs = lane.sinceMs ?? nowMs;
  const beforeMs = nowMs + restLeftMs(row, clock.nowMs());
  const host = new HostState(row, { untilMs: -Infinity, reason: REST.none });
  if (row.attempt > 0) {
    host.sinceMs = sinceMs;
    frontier.rest(host, sinceMs + Math.max(...delays), REST.restart);
  }
  if (beforeMs > nowMs) frontier.rest(host, beforeMs, row.restReason);
  lane.hosts.set(row.host, host);
  for (const crawl of crawlsWaitingAt(row)) host.queue(crawl);
  return host;
}

/** A bucket was read: what is in memory of it is what the tables say. */
export function bucketRead(frontier: Frontier, lane: Lane, state: BucketState): void {
  const { clock, settings } = frontier.around;
  const isFirst = !lane.isLoaded;
  frontier.books.reload(lane.bucket, state.ledgers);
  for (const { name, fullMs } of state.budgets) {
    frontier.budgetsBefore.set(name, Math.max(fullMs, frontier.budgetsBefore.get(name) ?? 0));
  }
  if (isFirst) takeOverBudgets(frontier);
  const known = new Map<HostState, ReadonlyMap<number, OutLease>>();
  for (const host of lane.hosts.values()) {
    known.set(host, new Map(host.leases.clear().map((out) => [out.row.attempt, out])));
    for (const queue of host.queues.values()) queue.unload();
    for (const crawl of crawlsWaitingAt(host.row)) host.queue(crawl);
  }
  for (const row of state.activeHosts) {
    if (lane.hosts.has(row.host)) continue;
    if (isFirst) frontier.sites.met(row);
    meetHost(frontier, lane, row);
  }
  for (const host of lane.hosts.values()) {
    for (const row of host.row.leases) {
      const leftMs = Math.min(settings.leaseMs, Math.max(0, row.expiresMs - clock.nowMs()));
      const before = known.get(host)?.get(row.attempt);
      const expiresMs = before?.expiresMs ?? clock.monotonicMs() + leftMs;
      const server = before === undefined ? frontier.servers.keyOf(host.row) : before.server;
      if (before === undefined) frontier.servers.begin(server);
      host.leases.put({ row, expiresMs, server });
    }
  }
  for (const [host, leases] of known) {
    for (const [attempt, { server }] of leases) {
      if (host.leases.get(attempt) !== undefined) continue;
      frontier.onRoom(frontier.servers.end(server, clock.monotonicMs()));
      restUnseen(frontier, host);
    }
  }
  frontier.onReload(lane.hosts.values());
}

/** What the owner before drew is drawn. */
function takeOverBudgets(frontier: Frontier): void {
  const nowMs = frontier.around.clock.monotonicMs();
  frontier.budget.takeOver(frontier.budgetLeftMs('all'), nowMs);
  for (const { name, budget } of frontier.siteRates.all()) {
    budget.takeOver(frontier.budgetLeftMs(name), nowMs);
  }
  for (const { name, budget } of frontier.crawls.live()) {
    budget?.takeOver(frontier.budgetLeftMs(`crawl:${name}`), nowMs);
  }
}

/** A lease ended, as the table says, but nobody told the host to rest: the answer of that write was lost. */
function restUnseen(frontier: Frontier, host: HostState): void {
  const { clock, settings } = frontier.around;
  const nowMs = clock.monotonicMs();
  const { row } = host;
  const usualMs = usualPauseMs(row, politer(settings.manners, row.policy), settings.pause);
  frontier.rest(host, nowMs + usualMs, REST.delay);
  frontier.rest(host, nowMs + restLeftMs(row, clock.nowMs()), row.restReason);
}
