import type { LeaseUrlStreamRequest, LeaseUrlStreamResponse } from '@mayfly/contracts/frontier/v1';
import type { ServerCall } from '@mayfly/grpc';
import type { Granted } from '../core/caller.ts';
import type { Desk } from '../core/desk.ts';
import { leaseId } from '../core/lease-id.ts';
import { leasesGiven } from '../events.ts';
import { Bell } from './bell.ts';
import { endLeases, type LeaseEndings, leaseEndingsOf } from './lease-endings.ts';
import { inOrder } from './in-order.ts';
import { checkFetcher, leaseMessages } from './lease-urls.ts';
import { checkWhole, invalid } from './request-checks.ts';
import { activeTraceparent } from './traceparent.ts';

const MOST_CREDITS_A_MESSAGE = 1_000;
const MOST_CREDITS = 10_000;
const MOST_LEASES_A_MESSAGE = 100;
/** Written together; sent in several messages. */
const MOST_LEASES_AT_ONCE = 1_000;
const MOST_UNDER_WAY = 8;
/** Then it is asked for again. */
const WAIT_MS = 60_000;

type StreamDesk = Pick<Desk, 'leasing' | 'settling' | 'frontier'>;

export const leaseUrlStream =
  (desk: StreamDesk) =>
  (
    requests: AsyncIterable<LeaseUrlStreamRequest>,
    call: ServerCall,
  ): AsyncIterable<LeaseUrlStreamResponse> =>
    new LeaseStream(desk, call).answer(requests);

/** A message that was not sent yet, with the leases in it. */
interface Unsent {
  readonly message: LeaseUrlStreamResponse;
  readonly granted: readonly Granted[];
}

/** One caller's stream: what comes is answered in its order, and leases go out between the answers. */
class LeaseStream {
  readonly #desk: StreamDesk;
  readonly #call: ServerCall;
  readonly #unsent: Unsent[] = [];
  readonly #credited = new Bell();
  readonly #toSend = new Bell();
  readonly #sent = new Bell();
  /** Aborted when no more leases are to be given. */
  readonly #noMore = new AbortController();
  /** Aborted when no more requests are to be read. */
  readonly #deaf = new AbortController();
  #fetcher: string | undefined;
  #credits = 0;
  #working = 2;
  #failure: { readonly error: unknown } | undefined;

  constructor(desk: StreamDesk, call: ServerCall) {
    this.#desk = desk;
    this.#call = call;
  }

  async *answer(
    requests: AsyncIterable<LeaseUrlStreamRequest>,
  ): AsyncGenerator<LeaseUrlStreamResponse> {
    const { signal, draining } = this.#call;
    const leave = () => this.#leave(draining.reason);
    draining.addEventListener('abort', leave);
    if (draining.aborted) leave();
    signal.addEventListener('abort', () => this.#fail(signal.reason), { once: true });
    const working = [this.#work(this.#take(requests)), this.#work(this.#give())];
    try {
      while (!signal.aborted) {
        const next = this.#unsent.shift();
        if (next !== undefined) {
          if (this.#failure === undefined || next.granted.length === 0) yield next.message;
          else await this.#giveBack(next.granted);
          this.#sent.ring();
        } else if (this.#working > 0) await this.#toSend.rung();
        else break;
      }
      if (this.#failure !== undefined) throw this.#failure.error;
      signal.throwIfAborted();
    } finally {
      draining.removeEventListener('abort', leave);
      this.#fail(ENDED);
      await Promise.all(working);
      await this.#giveBack(this.#unsent.flatMap(({ granted }) => granted));
    }
  }

  /** Reads requests and answers them, no faster than the caller reads the answers. */
  async #take(requests: AsyncIterable<LeaseUrlStreamRequest>): Promise<void> {
    const stop = this.#deaf.signal;
    const answer = (request: LeaseUrlStreamRequest) => this.#answerOne(request);
    for await (const message of inOrder(requests, { answer, most: MOST_UNDER_WAY, stop })) {
      if (message === undefined) continue;
      this.#send({ message, granted: [] });
      while (this.#unsent.length > MOST_UNDER_WAY && this.#failure === undefined) {
        await this.#sent.rung();
      }
      if (this.#failure !== undefined) return;
    }
    this.#endLeasing();
  }

  async #answerOne(request: LeaseUrlStreamRequest): Promise<LeaseUrlStreamResponse | undefined> {
    if (this.#fetcher === undefined) this.#fetcher = checkFetcher(request.fetcherId);
    else if (request.fetcherId !== '') {
      throw invalid('fetcher_id', 'must be empty in all messages but the first');
    }
    const credits = checkWhole('credits', request.credits, MOST_CREDITS_A_MESSAGE);
    const endings: LeaseEndings = leaseEndingsOf(request);
    this.#credits = Math.min(MOST_CREDITS, this.#credits + credits);
    if (credits > 0) this.#credited.ring();
    return endLeases(this.#desk, endings);
  }

  /** Gives leases as they come, while there are credits. */
  async #give(): Promise<void> {
    const { leasing, frontier } = this.#desk;
    const stops = [this.#noMore.signal];
    const traceparent = activeTraceparent();
    while (!this.#noMore.signal.aborted) {
      const fetcher = this.#fetcher;
      if (fetcher === undefined || this.#credits === 0) {
        await this.#credited.rung();
        continue;
      }
      const max = Math.min(this.#credits, MOST_LEASES_AT_ONCE);
      const asked = { fetcher, max, waitMs: WAIT_MS, named: [], traceparent };
      const granted = await leasing.lease(asked, stops);
      this.#credits -= granted.length;
      leasesGiven(granted.map(({ lease }) => lease.kind));
      for (let at = 0; at < granted.length; at += MOST_LEASES_A_MESSAGE) {
        const some = granted.slice(at, at + MOST_LEASES_A_MESSAGE);
        const leases = leaseMessages(some, frontier.around.settings.leaseMs);
        this.#send({ message: { ...EMPTY, leases }, granted: some });
      }
    }
  }

  #send(unsent: Unsent): void {
    this.#unsent.push(unsent);
    this.#toSend.ring();
  }

  async #work(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#fail(error);
    }
    this.#working -= 1;
    this.#toSend.ring();
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#leave(error);
    this.#sent.ring();
    this.#toSend.ring();
  }

  /** Answers what was read, and then no more. */
  #leave(reason: unknown): void {
    this.#endLeasing();
    this.#deaf.abort(reason);
  }

  #endLeasing(): void {
    this.#noMore.abort(ENDED);
    this.#credited.ring();
  }

  /** Where that fails they expire. */
  async #giveBack(granted: readonly Granted[]): Promise<void> {
    if (granted.length === 0) return;
    const releases = granted.map(({ host, lease }) => ({
      id: leaseId(host, lease),
      robotsUnknown: false,
    }));
    await this.#desk.settling.release(releases).catch(() => {});
  }
}

const EMPTY = { leases: [], settled: [], released: [], extended: [] };
/** Made once: an abort without a reason makes an error with a stack each time. */
const ENDED = new Error('the stream has ended');
