const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Why a process stops: the signal it got, or what broke. */
export type StopReason = (typeof SIGNALS)[number] | 'error nobody caught' | 'start failed';

/** The first reason to stop, whichever comes first; later ones change nothing. */
export class StopRequest {
  readonly #controller = new AbortController();
  readonly #requested = Promise.withResolvers<StopReason>();

  /** Aborted from the first reason on. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves with the first reason. */
  get requested(): Promise<StopReason> {
    return this.#requested.promise;
  }

  request(reason: StopReason): void {
    this.#requested.resolve(reason);
    this.#controller.abort(new Error(`told to stop: ${reason}`));
  }

  /**
   * Listens to signals until the first comes: then nobody does, and a second one kills at once.
   * What nobody caught is listened to until the end, so that a second failure does not cut the
   * draining short.
   */
  listen(onUncaught: (error: unknown) => void): void {
    const onSignal = (signal: NodeJS.Signals) => {
      for (const name of SIGNALS) process.removeListener(name, onSignal);
      this.request(signal as StopReason);
    };
    for (const name of SIGNALS) process.on(name, onSignal);
    const onError = (error: unknown) => {
      onUncaught(error);
      this.request('error nobody caught');
    };
    process.on('uncaughtException', onError);
    process.on('unhandledRejection', onError);
  }
}
