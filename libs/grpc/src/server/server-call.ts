/** Who is calling, as far as it can be believed. */
export interface Caller {
  /** Names in the client certificate, which the handshake has proved: common name, DNS names, URIs. Empty without one. */
  readonly names: readonly string[];
  /** Address and port of the other end of the connection; anything but a proof. */
  readonly address: string;
}

/** What a handler may know of the call it answers. */
export interface ServerCall {
  /** Full name of the method. */
  readonly method: string;
  readonly caller: Caller;
  /** Aborted when nobody waits for the answer any more: cancelled, too late, or the server cannot wait longer. */
  readonly signal: AbortSignal;
  /** Aborted when the server begins to drain. Streams without an end of their own end then. */
  readonly draining: AbortSignal;
  /** What is left of the caller's time; hand the whole call on as `parent` and it is passed on. */
  remainingMs(): number;
  /** The first value of a metadata key that the caller sent. */
  metadata(key: string): string | undefined;
}
