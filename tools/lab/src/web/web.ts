/**
 * A web that was drawn before anybody crawls it. Sources, pages and hosts are numbers from 0; pages are numbered by their birth.
 * Times are seconds from the start. What belongs to item i of a list of lists lies from `start[i]` to `start[i + 1]`.
 */
export interface Web {
  readonly seconds: number;
  readonly hosts: number;
  readonly sources: {
    readonly count: number;
    readonly host: Int32Array;
    /** So many links a source shows: the newest ones. */
    readonly shows: Int32Array;
    readonly start: Int32Array;
    /** Pages linked from each source, oldest first. A link appears when its page does. */
    readonly links: Int32Array;
  };
  readonly pages: {
    readonly count: number;
    readonly host: Int32Array;
    readonly born: Float64Array;
    /** Index of the kind of host that published it: ordinary, archive, chatter. */
    readonly kind: Uint8Array;
    readonly start: Int32Array;
    /** Clicks of each page, oldest first; some come after the end. */
    readonly clicks: Float64Array;
  };
  /** All clicks in order of time. */
  readonly log: { readonly page: Int32Array; readonly at: Float64Array };
}

/** Clicks that a page still gets after this moment. */
export function clicksAfter({ pages }: Web, page: number, at: number): number {
  const end = pages.start[page + 1]!;
  return end - firstAfter(pages.clicks, at, { from: pages.start[page]!, to: end });
}

/** The first place in a stretch of ascending times whose time is later than this one. */
export function firstAfter(
  times: Float64Array,
  at: number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
