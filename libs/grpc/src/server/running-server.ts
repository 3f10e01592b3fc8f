import { atMost, type Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { Log } from '@mayfly/telemetry';
import type { Server } from '@grpc/grpc-js';
import { TELEMETRY } from '../telemetry/telemetry-names.ts';
import type { CertificateWatch } from '../tls/certificate-watch.ts';
import { removeLocalServer } from '../within-process.ts';
import type { Failures } from './failures.ts';
import type { Health } from './health.ts';
import type { InFlight } from './in-flight.ts';

interface Parts {
  readonly server: Server;
  readonly address: string;
  readonly port: number;
  readonly healthPort: number | undefined;
  readonly health: Health;
  readonly inFlight: InFlight;
  readonly failures: Failures;
  readonly draining: AbortController;
  readonly watch: CertificateWatch | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long closing may take, step by step. */
export interface CloseOptions {
  /** Calls may end by themselves this long. */
  readonly drainMs?: number;
  /** Then they are told that nobody waits, and get this long to say goodbye. */
  readonly goodbyeMs?: number;
}

/** How long the last bytes may take to leave, once no handler runs. */
const FLUSH_MS = 500;

/** A server that listens. */
export class RunningServer implements AsyncDisposable {
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `host:port` with the port that it really got. */
  get address(): string {
    return this.#parts.address;
  }

  get port(): number {
    return this.#parts.port;
  }

  /** Port of the health service of its own, where one was asked for. */
  get healthPort(): number | undefined {
    return this.#parts.healthPort;
  }

  /** Handlers that run now. */
  get activeCalls(): number {
    return this.#parts.inFlight.size;
  }

  /** What probes learn, of one service by its full name, or of all and the process. */
  setServing(serving: boolean, service?: string): void {
    this.#parts.health.setServing(serving, service);
  }

  /** Looks at the certificate files now instead of at the next turn. */
  async reloadCertificates(): Promise<void> {
    await this.#parts.watch?.reload();
  }

  /**
   * Ends without failing anybody who tries again: probes are told first, connections are asked to
   * go elsewhere, calls end by themselves, and only the last ones are cut off, with a status that
   * says so. A second call waits for the first.
   */
  close(options: CloseOptions = {}): Promise<void> {
    this.#closing ??= this.#close(options);
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close({ drainMs = 10_000, goodbyeMs = 1_000 }: CloseOptions): Promise<void> {
    const { server, health, inFlight, failures, draining, watch, clock } = this.#parts;
    health.setServing(false);
    removeLocalServer(this.address);
    const shutdown = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    draining.abort(new CrawlError('DEPENDENCY_AWAY', 'the server is shutting down'));

    await atMost(clock, drainMs, inFlight.idle());
    const late = [...inFlight];
    const reason = new CrawlError('DEPENDENCY_AWAY', 'the server is shutting down');
    for (const call of late) call.stop(reason);
    await atMost(clock, goodbyeMs, inFlight.idle());
    const { size } = inFlight;
    if (size > 0) {
      this.#parts.log.warn(
        { event: TELEMETRY.forced.name, calls: size },
        'calls were cut off while the server drained',
      );
    }
    for (const call of late) failures.fail(call, reason);

    await atMost(clock, FLUSH_MS, shutdown);
    server.forceShutdown();
    health.close();
    await watch?.[Symbol.asyncDispose]();
  }
}
