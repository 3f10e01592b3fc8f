const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** So long a second signal is the first one again: the terminal sends Ctrl-C to all, and npm hands on what it got. */
const ECHO_MS = 500;

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
   * Listens to signals until the first has come: then nobody does, and a second one kills at once.
   * What nobody caught is listened to until the end, so that a second failure does not cut the
   * draining short.
   */
  listen(onUncaught: (error: unknown) => void): void {
    let heard = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (heard) return;
      heard = true;
      this.request(signal as StopReason);
      setTimeout(() => {
        for (const name of SIGNALS) process.removeListener(name, onSignal);
      }, ECHO_MS).unref();
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
