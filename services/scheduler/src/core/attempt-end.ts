/** What watchers are told: how an attempt of a URL ended, or that a rule refuses it. Values of enums are the contracts'. */
export interface UrlEvent {
  readonly url: string;
  readonly outcome: number;
  readonly record?: number | undefined;
  readonly attempt?: number | undefined;
  readonly status?: number | undefined;
  readonly contentSha256: Uint8Array;
  readonly documentKind?: number | undefined;
  readonly redirectUrl?: string | undefined;
  readonly rule: string;
  /** Times of the steps, as the contract has them. */
  readonly times?: object | undefined;
  readonly bodyBytes: number;
}

/** A URL that no attempt was made for, since a rule refuses it. */
export function refusedEvent(url: string, rule: string): UrlEvent {
  return { url, outcome: 0, contentSha256: new Uint8Array(), rule, bodyBytes: 0 };
}
