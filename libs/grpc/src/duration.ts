/** `google.protobuf.Duration` as generated code has it. */
export interface ProtoDuration {
  seconds: number;
  nanos: number;
}

/** Milliseconds of a duration that came in a message. */
export function durationMs({ seconds, nanos }: ProtoDuration): number {
  return seconds * 1_000 + nanos / 1_000_000;
}

/** A duration to be sent. Seconds and nanos have the same sign, as the standard wants. */
export function durationOf(ms: number): ProtoDuration {
  const seconds = Math.trunc(ms / 1_000);
  return { seconds, nanos: Math.trunc((ms - seconds * 1_000) * 1_000_000) };
}
