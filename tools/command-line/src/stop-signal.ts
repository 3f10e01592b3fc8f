/** So long a second signal is the first one again: the terminal sends Ctrl-C to all, and npm hands on what it got. */
const ECHO_MS = 500;

/** Aborted by the first of these signals. One that comes later kills, since nobody listens any more. */
export function stopSignal(
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'],
): AbortSignal {
  const stop = new AbortController();
  const listener = (signal: NodeJS.Signals) => {
    if (stop.signal.aborted) return;
    stop.abort(new Error(signal));
    setTimeout(() => {
      for (const name of signals) process.removeListener(name, listener);
    }, ECHO_MS).unref();
  };
  for (const name of signals) process.on(name, listener);
  return stop.signal;
}
