import type { Url } from '@mayfly/url';
import type { Dispatcher } from 'undici';
import type { WebRequest } from '../core/ports.ts';
import { BodyTooLarge } from './decode-body.ts';
import { isOutOfOrder, RequestTimeout } from './failure-outcome.ts';

type Controller = Dispatcher.DispatchController;
type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What is read, unused, of an answer without a document, so that its connection can be kept. */
const MOST_UNUSED_BYTES = 65_536;

/** Ends reading without being a failure. */
const ENOUGH = new Error('the rest is not needed');

/** Takes in one answer, as undici hands it over, within its limits. */
export class Response implements Dispatcher.DispatchHandler {
  readonly url: Url;
  readonly headers = new Map<string, string>();
  /** Settles when the answer is whole, or when nothing more of it is wanted. */
  readonly over: Promise<void>;
  status = 0;
  bytes = 0;
  truncated = false;
  /** Whether the request went out. */
  sent = false;
  readonly #request: WebRequest;
  readonly #end = Promise.withResolvers<void>();
  readonly #chunks: Buffer[] = [];
  #controller: Controller | undefined;
  #reason: Error | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sentMs: number | undefined;
  #firstMs: number | undefined;
  #lastMs: number | undefined;

  constructor(request: WebRequest) {
    this.#request = request;
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
    const fail = (): void => this.abort(new RequestTimeout('not whole within its time'));
    if (ms <= 0) fail();
    else this.#timer = setTimeout(fail, ms);
  }

  /** Whether the connection ended before any of the answer came. */
  isUnheard(error: unknown): boolean {
    const { code } = error as { code?: unknown };
    const closed = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
    return (
      closed &&
      !isOutOfOrder(error) &&
      this.sent &&
      this.#firstMs === undefined &&
      this.#reason === undefined
    );
  }

  body(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
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
    // Answers from 100 to 199 come before the real one.
    if (status < 200) return;
    this.#firstMs = performance.now();
    this.status = status;
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) {
        this.headers.set(name, typeof value === 'string' ? value : value.join(', '));
      }
    }
    if (this.#isWanted() && !this.#request.cut && this.#announcedBytes() > this.#most()) {
      this.#stop(controller, new BodyTooLarge(`more than ${this.#most()} bytes announced`));
    }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (!this.#isWanted()) {
      if (this.bytes > MOST_UNUSED_BYTES) this.#stop(controller, ENOUGH);
      return;
    }
    if (this.bytes <= this.#most()) this.#chunks.push(chunk);
    else if (this.#request.cut) this.#cut(controller, chunk);
    else this.#stop(controller, new BodyTooLarge(`more than ${this.#most()} bytes`));
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: Controller, error: Error): void {
    if (error === ENOUGH) this.#finish();
    else this.#finish(this.#reason ?? error);
  }

  onRequestUpgrade(controller: Controller): void {
    this.#stop(controller, new Error('the server changes the protocol'));
  }

  #isWanted(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  #most(): number {
    return this.#request.maxBodyBytes;
  }

  #announcedBytes(): number {
    return Number(this.headers.get('content-length') ?? 0);
  }

  #cut(controller: Controller, chunk: Buffer): void {
    this.truncated = true;
    this.#chunks.push(chunk.subarray(0, chunk.length - (this.bytes - this.#most())));
    this.#stop(controller, ENOUGH);
  }

  #stop(controller: Controller, reason: Error): void {
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
