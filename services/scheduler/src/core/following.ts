import { hostOf, siteOf, type Url } from '@mayfly/url';
import {
  type Announced,
  type FoundLink,
  groupsOf,
  isFirst,
  type Step,
  stepsOf,
} from './announced.ts';
import { BY_HAND, type Crawl, policyOf, widened } from './crawl.ts';
import type { FrontierAnswers } from './frontier-answers.ts';
import type { HandingOver } from './handing-over.ts';
import type { Planners } from './planning/planners.ts';
import type { PageStory } from './plan-desk.ts';
import type { AnnouncedBook, CrawlBook, Frontier, Priors, StepEnd, Submission } from './ports.ts';
import { priorityOf } from './priority.ts';

interface Parts {
  readonly crawls: CrawlBook;
  readonly announcements: AnnouncedBook;
  readonly frontier: Frontier;
  readonly handing: HandingOver;
  readonly answers: FrontierAnswers;
  readonly planners: Pick<Planners, 'peek'>;
  readonly priors: Priors;
  /** Whoever measures how soon pages are found and stored. */
  readonly stories: readonly PageStory[];
  readonly nowMs: () => number;
}

/** What site-scoring says of a URL of which it knows nothing. */
const NEUTRAL_PRIOR = 0.5;

interface Asked {
  readonly submission: Submission;
  /** Undefined for the target of a redirect, which is no link. */
  readonly step: Step | undefined;
  readonly datedMs?: number | undefined;
}

/** Follows what documents link and redirect to: first the frontier knows, then our own books, then it is done. */
export class Following {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Answers with the attempts that were heard of now for the first time. */
  async follow(announced: readonly Announced[]): Promise<Announced[]> {
    const steps = await this.#parts.announcements.unapplied(announced.flatMap(stepsOf));
    const heard: Announced[] = [];
    const isOurs = ({ announced: { crawl } }: Step) => this.#parts.crawls.find(crawl) !== undefined;
    // Whoever asks nothing waits with those that do: beside one that passes they would look bad, and be given up.
    if (!steps.some(isOurs)) await this.#parts.frontier.submit([]);
    for (const group of groupsOf(steps)) {
      for (const [name, some] of Map.groupBy(group, (step) => step.announced.crawl)) {
        const crawl = this.#parts.crawls.find(name);
        if (crawl !== undefined) heard.push(...(await this.#followCrawl(crawl, some)));
      }
    }
    return heard;
  }

  async #followCrawl(before: Crawl, steps: readonly Step[]): Promise<Announced[]> {
    const { announcements, handing } = this.#parts;
    const crawl = await this.#widen(before, steps);
    await handing.handOver([crawl]);
    const asked = this.#questions(crawl, steps);
    const submissions = asked.map(({ submission }) => submission);
    const answers = await this.#parts.answers.submit(crawl.name, submissions);
    const found = new Map<Step, FoundLink[]>();
    asked.forEach(({ step, submission, datedMs }, at) => {
      if (step === undefined || answers[at]?.answer !== 'new') return;
      const links = found.get(step) ?? [];
      found.set(step, links);
      links.push({ url: submission.url, datedMs });
    });
    const priors = await this.#priorsOf(crawl, [...found.values()].flat());
    const applied = await announcements.apply(
      crawl.name,
      steps.map((step) => this.#endOf(step, found.get(step) ?? [], priors)),
      this.#parts.nowMs(),
    );
    this.#parts.answers.remember(crawl, submissions, answers);
    this.#tell(crawl.name);
    return applied.filter(({ step }) => isFirst(step)).map(({ step }) => step.announced);
  }

  /** A default scope is the sites of the seeds and of what they redirect to. */
  async #widen(crawl: Crawl, steps: readonly Step[]): Promise<Crawl> {
    const targets = steps.flatMap((step) => {
      const { seed, redirectUrl } = step.announced;
      return isFirst(step) && seed && redirectUrl !== undefined ? [redirectUrl] : [];
    });
    if (!crawl.scopeIsDefault || targets.length === 0) return crawl;
    const wide = (now: Crawl) =>
      targets.reduce((each, url) => widened(each, siteOf(hostOf(url))), now);
    return (await this.#parts.crawls.change(crawl.name, wide)) ?? crawl;
  }

  /** Targets of redirects first: one that another document of the batch links to is still the target, a seed's a seed. */
  #questions(crawl: Crawl, steps: readonly Step[]): Asked[] {
    const asked = new Map<Url, Asked>();
    for (const step of steps) {
      const { depth, hops, seed, redirectUrl } = step.announced;
      if (!isFirst(step) || redirectUrl === undefined || asked.has(redirectUrl)) continue;
      const minRevision = seed && crawl.scopeIsDefault ? crawl.revision : 0;
      const more = { priority: priorityOf(depth, 0.5), depth, hops: hops + 1, seed, minRevision };
      const submission = { ...named(crawl, step), url: redirectUrl, ...more };
      asked.set(redirectUrl, { submission, step: undefined });
    }
    if (crawl.name === BY_HAND) return [...asked.values()];
    const isKnown = this.#parts.answers.isKnownIn(crawl);
    for (const step of steps) {
      const more = { depth: step.announced.depth + 1, hops: 0, seed: false, minRevision: 0 };
      for (const { url, datedMs } of step.links) {
        if (asked.has(url) || isKnown(url)) continue;
        asked.set(url, { submission: { ...named(crawl, step), url, ...more }, step, datedMs });
      }
    }
    return [...asked.values()];
  }

  /** What is thought of pages that were found; breadth first asks when it orders them. */
  async #priorsOf(crawl: Crawl, links: readonly FoundLink[]): Promise<ReadonlyMap<Url, number>> {
    if (links.length === 0 || policyOf(crawl) === 'bfs') return new Map();
    const priors = await this.#parts.priors(links.map(({ url }) => url));
    const said = links.flatMap(({ url }, at) => {
      const prior = priors[at] ?? NEUTRAL_PRIOR;
      return prior === NEUTRAL_PRIOR ? [] : [[url, prior / NEUTRAL_PRIOR] as const];
    });
    return new Map(said);
  }

  /** What was learned is durable now. */
  #tell(crawl: string): void {
    for (const told of this.#parts.planners.peek(crawl)?.takeTold() ?? []) {
      for (const story of this.#parts.stories) {
        if (told.kind === 'found') story.found(told.page);
        else story.recorded({ crawl, url: told.url, atMs: told.atMs });
      }
    }
  }

  #endOf(step: Step, links: readonly FoundLink[], priors: ReadonlyMap<Url, number>): StepEnd {
    const foundMs = this.#parts.nowMs();
    const depth = step.announced.depth + 1;
    // Links of one document were found together; a little more each keeps their order.
    const found = youngestFirst(links).map(({ url, datedMs }, at) => ({
      ...{ url, depth, foundMs: foundMs + at / 1_000, datedMs, prior: priors.get(url) },
    }));
    return { step, found };
  }
}

/** Those that a feed or a sitemap dates go by that date, and those without one stay behind them in their order. */
function youngestFirst(links: readonly FoundLink[]): readonly FoundLink[] {
  if (links.every(({ datedMs }) => datedMs === undefined)) return links;
  return links.toSorted((a, b) => (b.datedMs ?? -Infinity) - (a.datedMs ?? -Infinity) || 0);
}

/** Who asks, and the document that names what is asked for. */
function named({ name }: Crawl, { announced: { url, attempt } }: Step) {
  return { crawl: name, from: { url, attempt } };
}
