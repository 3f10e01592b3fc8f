/** Aborted by the first Ctrl-C or SIGTERM; a second one kills, since nobody listens any more. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new Error(signal)));
  }
  return stop.signal;
}
