/** One kind of hosts of a generated web. */
export interface HostKind {
  readonly name: 'ordinary' | 'archive' | 'chatter';
  /** Share of all hosts, of all sources, of all pages. */
  readonly hosts: number;
  readonly sources: number;
  readonly pages: number;
  /** How unequal hosts of the kind are in pages (standard deviation of the logarithm). */
  readonly spread: number;
  /** Links a list shows: a median, and how unequal lists are; or how long a link stays at the busiest hour. */
  readonly shows:
    { readonly median: number; readonly spread: number } | { readonly staySeconds: number };
  /** How much of the rhythm of day and week it follows (1 all, 0 none), and how unequal a section's days are. */
  readonly rhythm: number;
  readonly burst: number;
  /** Clicks of a page on average, where it is not what readers' interest is fitted to. */
  readonly clicks?: number;
}

/** What a generated web is made of. The defaults give the web of the paper, as far as it is told. */
export interface WebShape {
  readonly weeks: number;
  readonly hosts: number;
  readonly sources: number;
  readonly pages: number;
  readonly kinds: readonly HostKind[];
  /** On so many lists a page is linked, on average. */
  readonly listsPerPage: number;
  /** Pages on the front page of their host. */
  readonly onFront: number;
  /** Share of pages that are clicked at all, and clicks per second of all pages together. */
  readonly clicked: number;
  readonly clicksPerSecond: number;
  /** How much of what makes pages unequal is chance, and not their host and section (a standard deviation of the logarithm). */
  readonly chance: number;
  /** How much of a section's appeal is its host's, from 0 to 1. */
  readonly ofTheHost: number;
  /** Interest of a page lasts so long on average: a median over sections, and how unequal they are. */
  readonly lifeSeconds: { readonly median: number; readonly spread: number };
  /** The hour of Monday at which it begins. */
  readonly firstHour: number;
}

const HOUR = 3_600;
export const WEEK_SECONDS = 7 * 24 * HOUR;

export const PAPER_WEB: WebShape = {
  weeks: 3,
  hosts: 150,
  sources: 3_000,
  pages: 415_000,
  kinds: [
    {
      name: 'ordinary',
      hosts: 0.92,
      sources: 0.935,
      pages: 0.37,
      spread: 0.6,
      rhythm: 0.6,
      burst: 0.5,
      shows: { median: 20, spread: 0.4 },
    },
    {
      name: 'archive',
      hosts: 0.02,
      sources: 0.005,
      pages: 0.18,
      spread: 0.3,
      rhythm: 0.2,
      burst: 0.2,
      shows: { median: 350, spread: 0 },
      clicks: 0,
    },
    {
      name: 'chatter',
      hosts: 0.06,
      sources: 0.06,
      pages: 0.45,
      spread: 0.3,
      rhythm: 0.6,
      burst: 0.1,
      shows: { staySeconds: 1_200 },
      clicks: 0.02,
    },
  ],
  listsPerPage: 5.8,
  onFront: 0.8,
  clicked: 0.2,
  clicksPerSecond: 0.72,
  chance: 0.85,
  ofTheHost: 0.4,
  lifeSeconds: { median: 44 * HOUR, spread: 0.5 },
  firstHour: 10,
};
