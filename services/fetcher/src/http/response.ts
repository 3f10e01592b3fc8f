import type { Url } from '@mayfly/url';
import type { Dispatcher } from 'undici';
import type { WebRequest } from '../core/ports.ts';
import { BodyReader } from './body-reader.ts';
import { BodyTooLarge } from './decode-body.ts';
import { RequestTimeout, TooSlow } from './failure-outcome.ts';

type Controller = Dispatcher.DispatchController;
type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** How fast an answer must come once it has begun. */
export interface Pace {
  readonly minBytesPerSecond: number;
  /** No answer is too slow before it has taken so long. */
  readonly slowAfterMs: number;
}

/** What is read, unused, of an answer without a document, so that its connection can be kept. */
const MOST_UNUSED_BYTES = 65_536;
/** How often one that takes long is looked at; most are over before the first look. */
const LOOK_EVERY_MS = 1_000;

/** Ends reading without being a failure. */
const ENOUGH = new Error('the rest is not needed');
/** The connection ended in the middle of a body. */
const CLOSED: ReadonlySet<unknown> = new Set([
  ...['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ECONNRESET'],
]);

/** Takes in one answer, as undici hands it over, within its limits. */
export class Response implements Dispatcher.DispatchHandler {
  readonly url: Url;
  readonly headers = new Map<string, string>();
  robotsTags: readonly string[] | undefined;
  /** Settles when the answer is whole, or when nothing more of it is wanted. */
  readonly over: Promise<void>;
  status = 0;
  /** Whether the request went out. */
  sent = false;
  readonly #request: WebRequest;
  readonly #pace: Pace;
  readonly #end = Promise.withResolvers<void>();
  #body: BodyReader | undefined;
  #unusedBytes = 0;
  #controller: Controller | undefined;
  #reason: Error | undefined;
  #timer: NodeJS.Timeout | undefined;
  #deadlineMs = Infinity;
  #sentMs: number | undefined;
  #firstMs: number | undefined;
  #lastMs: number | undefined;

  constructor(request: WebRequest, pace: Pace) {
    this.#request = request;
    this.#pace = pace;
    this.url = request.url;
    this.over = this.#end.promise;
    // It may fail before anybody waits for it.
    this.over.catch(() => {});
  }

  /** Gives the request up, before or after it was sent. */
  abort(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
    this.#finish(reason);
  }

  giveUpAfter(ms: number): void {
    this.#deadlineMs = performance.now() + ms;
    if (ms <= 0) this.abort(new RequestTimeout('no time is left for it'));
    else this.#lookLater(ms);
  }

  /** Whether the connection ended before any of the answer came. */
  isUnheard(error: unknown): boolean {
    const { code } = error as { code?: unknown };
    const closed = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
    return closed && this.sent && this.#firstMs === undefined && this.#reason === undefined;
  }

  /** What came, unpacked, and whether it was cut. */
  async body(): Promise<{ body: Uint8Array; truncated: boolean }> {
    if (this.#body === undefined) return { body: new Uint8Array(), truncated: false };
    const body = await this.#body.whole();
    return { body, truncated: this.#body.truncated };
  }

  timings(): { firstByteMs?: number; downloadMs?: number } {
    const [sent, first, last] = [this.#sentMs, this.#firstMs, this.#lastMs];
    if (sent === undefined) return {};
    if (first === undefined) return { firstByteMs: (last ?? sent) - sent };
    return { firstByteMs: first - sent, downloadMs: (last ?? first) - first };
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#reason !== undefined) {
      controller.abort(this.#reason);
      return;
    }
    this.sent = true;
    this.#sentMs = performance.now();
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    this.#firstMs = performance.now();
    this.status = status;
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) {
        this.headers.set(name, typeof value === 'string' ? value : value.join(', '));
      }
    }
    const tags = headers['x-robots-tag'];
    this.robotsTags = typeof tags === 'string' ? [tags] : tags;
    if (!this.#isWanted()) return;
    const { cut, maxBodyBytes } = this.#request;
    if (!cut && Number(this.headers.get('content-length') ?? 0) > maxBodyBytes) {
      this.#stop(controller, new BodyTooLarge(`more than ${maxBodyBytes} bytes announced`));
      return;
    }
    try {
      this.#body = new BodyReader(this.headers.get('content-encoding'), this.#request, (error) =>
        this.#stop(controller, error ?? ENOUGH),
      );
    } catch (error) {
      this.#stop(controller, error as Error);
    }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#body !== undefined) {
      this.#body.push(chunk);
      return;
    }
    this.#unusedBytes += chunk.length;
    if (this.#unusedBytes > MOST_UNUSED_BYTES) this.#stop(controller, ENOUGH);
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: Controller, error: Error): void {
    if (error === ENOUGH || this.#isAnswerEnough(error)) this.#finish();
    else this.#finish(this.#reason ?? error);
  }

  onRequestUpgrade(controller: Controller): void {
    this.#stop(controller, new Error('the server changes the protocol'));
  }

  /** Whether there will be a document to read. */
  #isWanted(): boolean {
    return this.status >= 200 && this.status < 300 && this.#request.check !== true;
  }

  /**
   * What an answer says by its status alone, it has said, however its body ends. And some servers announce the length
   * that a body had before they packed it: packed bytes know their own end.
   */
  #isAnswerEnough(error: Error): boolean {
    if (this.#reason !== undefined) return false;
    if (this.status >= 200 && !this.#isWanted()) return true;
    return CLOSED.has((error as { code?: unknown }).code) && this.#body?.endsItself() === true;
  }

  #lookLater(remainingMs: number): void {
    const ms = Math.min(LOOK_EVERY_MS, this.#pace.slowAfterMs, remainingMs);
    this.#timer = setTimeout(() => this.#look(), Math.max(1, ms));
  }

  #look(): void {
    const nowMs = performance.now();
    const remainingMs = this.#deadlineMs - nowMs;
    const tookMs = this.#firstMs === undefined ? 0 : nowMs - this.#firstMs;
    if (remainingMs <= 0) this.#giveUp('not whole within its time');
    else if (this.#isSlow(tookMs)) {
      this.#giveUp(`less than ${this.#pace.minBytesPerSecond} bytes a second`);
    } else {
      // What is slow may be a bomb that is never whole.
      this.#body?.decodeFromNow();
      this.#lookLater(remainingMs);
    }
  }

  #giveUp(why: string): void {
    if (this.status >= 200 && !this.#isWanted()) this.#stop(this.#controller!, ENOUGH);
    else this.abort(this.#firstMs === undefined ? new RequestTimeout(why) : new TooSlow(why));
  }

  #isSlow(tookMs: number): boolean {
    const { minBytesPerSecond, slowAfterMs } = this.#pace;
    if (this.#firstMs === undefined || tookMs < slowAfterMs) return false;
    const bytes = this.#body?.bytes ?? this.#unusedBytes;
    return bytes < (minBytesPerSecond * tookMs) / 1_000;
  }

  /** Ends it from here; the first reason counts. */
  #stop(controller: Controller, reason: Error): void {
    if (this.#lastMs !== undefined) return;
    controller.abort(reason);
    this.onResponseError(controller, reason);
  }

  #finish(error?: Error): void {
    clearTimeout(this.#timer);
    this.#lastMs ??= performance.now();
    if (error === undefined) this.#end.resolve();
    else this.#end.reject(error);
  }
}
