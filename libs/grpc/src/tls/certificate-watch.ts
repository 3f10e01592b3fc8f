import { X509Certificate } from 'node:crypto';
import type { Clock } from '@mayfly/clock';
import type { Log } from '@mayfly/telemetry';
import type { experimental } from '@grpc/grpc-js';
import { TELEMETRY } from '../telemetry/telemetry-names.ts';
import { type CertificateFiles, type Certificates, readCertificates } from './certificates.ts';

type Provider = experimental.CertificateProvider;

interface WatchOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** How often the files are read again. Reading is the only way that works for every kind of mount. */
  readonly everyMs: number;
}

/**
 * Certificates that follow their files. What does not fit together is never put to use: the last
 * good ones stay until the files are right, so a rotation in several steps fails no connection.
 * (The provider that gRPC brings along would drop every connection in such a moment.)
 */
export class CertificateWatch implements Provider, AsyncDisposable {
  readonly #files: CertificateFiles;
  readonly #options: WatchOptions;
  readonly #stop = new AbortController();
  readonly #ca = new Set<experimental.CaCertificateUpdateListener>();
  readonly #identity = new Set<experimental.IdentityCertificateUpdateListener>();
  #now: Certificates;
  #refused = '';
  #watching: Promise<void> = Promise.resolve();
  #onNewTrust: () => void = () => {};

  private constructor(files: CertificateFiles, now: Certificates, options: WatchOptions) {
    this.#files = files;
    this.#now = now;
    this.#options = options;
  }

  /** Reads the files and begins to watch them; throws CONFIG_INVALID where they are not right from the start. */
  static async open(files: CertificateFiles, options: WatchOptions): Promise<CertificateWatch> {
    const watch = new CertificateWatch(files, await readCertificates(files), options);
    watch.#watching = watch.#watch();
    return watch;
  }

  /** Called when other authorities are believed than before: connections made under the old ones are old, too. */
  set onNewTrust(listener: () => void) {
    this.#onNewTrust = listener;
  }

  /** Looks at the files now. */
  async reload(): Promise<void> {
    let next: Certificates;
    try {
      next = await readCertificates(this.#files);
    } catch (error) {
      this.#refuse(error);
      return;
    }
    this.#refused = '';
    const old = this.#now;
    const newIdentity =
      !same(old.identity?.certificate, next.identity?.certificate) ||
      !same(old.identity?.privateKey, next.identity?.privateKey);
    const newCa = !same(old.ca, next.ca);
    if (!newIdentity && !newCa) return;
    this.#now = next;
    if (newIdentity) for (const listener of this.#identity) listener(next.identity ?? null);
    if (newCa) for (const listener of this.#ca) listener(caUpdate(next));
    this.#tellLoaded();
    if (newCa) this.#onNewTrust();
  }

  addCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#ca.add(listener);
    // Later, as gRPC expects it: it registers its own listeners only after this call.
    queueMicrotask(() => this.#ca.has(listener) && listener(caUpdate(this.#now)));
  }

  removeCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.#ca.delete(listener);
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.#identity.add(listener);
    queueMicrotask(() => this.#identity.has(listener) && listener(this.#now.identity ?? null));
  }

  removeIdentityCertificateListener(
    listener: experimental.IdentityCertificateUpdateListener,
  ): void {
    this.#identity.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { clock, everyMs } = this.#options;
    try {
      for (;;) {
        await clock.sleep(everyMs, this.#stop.signal);
        await this.reload();
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }

  /** Once for each different problem: the files may stay wrong for hours. */
  #refuse(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message === this.#refused) return;
    this.#refused = message;
    this.#options.log.warn(
      { event: TELEMETRY.certificatesRefused.name, ...this.#files, err: error },
      'certificate files cannot be used; the old ones stay',
    );
  }

  #tellLoaded(): void {
    const { identity } = this.#now;
    const own = identity === undefined ? undefined : new X509Certificate(identity.certificate);
    this.#options.log.info(
      {
        event: TELEMETRY.certificates.name,
        ...this.#files,
        subject: own?.subject,
        validTo: own?.validTo,
      },
      'new certificates are in use',
    );
  }
}

function caUpdate({ ca }: Certificates): experimental.CaCertificateUpdate | null {
  return ca === undefined ? null : { caCertificate: ca };
}

function same(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.equals(b));
}
