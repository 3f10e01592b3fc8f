interface Step {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

/** Remembers how to close what was opened, and closes it newest first. */
export class Closer {
  readonly #steps: Step[] = [];
  readonly #signal: AbortSignal | undefined;
  #current: string | undefined;

  /** With a signal, opening ends at the next `add` after it was aborted. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Remembers the thing and hands it back; when opening was aborted it throws, and the thing is closed with the rest. */
  add<T>(name: string, thing: T, close: (thing: T) => Promise<void> | void): T {
    this.#steps.push({ name, close: () => close(thing) });
    this.#signal?.throwIfAborted();
    return thing;
  }

  /** What is being closed now: when closing hangs, this is where. */
  get current(): string | undefined {
    return this.#current;
  }

  /** Runs every step even when one fails: a broken broker must not leave the database open. */
  async close(): Promise<void> {
    const failures: Error[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      this.#current = step.name;
      try {
        await step.close();
      } catch (cause) {
        failures.push(new Error(`closing ${step.name}`, { cause }));
      }
    }
    this.#current = undefined;
    if (failures.length > 0) throw new AggregateError(failures, 'unclean shutdown');
  }
}

/** Bounds one step: `closer.add('server', server, within(5_000, (server) => server.drain()))`. */
export function within<T>(
  ms: number,
  close: (thing: T) => Promise<void> | void,
): (thing: T) => Promise<void> {
  return async (thing) => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
    try {
      await Promise.race([close(thing), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
