import { CrawlError } from '@mayfly/errors';
import type { Url } from '@mayfly/url';
import type { Crawl } from './crawl.ts';
import type { HandingOver } from './handing-over.ts';
import type { KnownUrls } from './known-urls.ts';
import type { Frontier, Submission, SubmitAnswer } from './ports.ts';

interface Parts {
  readonly frontier: Frontier;
  readonly handing: HandingOver;
  readonly known: KnownUrls;
}

/** What a crawl's frontier said lately still holds for the crawl as it is. */
const crawlName = (crawl: Crawl) => `${crawl.createdMs} ${crawl.name}`;
const scopeName = (crawl: Crawl) => `${crawl.revision} ${crawlName(crawl)}`;

/** Rules of the URL itself, which the crawl as it is will always have against it. */
function isLasting(rule: string): boolean {
  return rule === 'scope' || rule === 'deny' || rule.startsWith('trap-');
}

/** Submits URLs found, and remembers of which the frontier needs not be asked again. */
export class FrontierAnswers {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether asking about the URL would tell nothing new. */
  isKnownIn(crawl: Crawl): (url: Url) => boolean {
    const { known } = this.#parts;
    const [ours, outside] = [crawlName(crawl), scopeName(crawl)];
    return (url) => known.has(ours, url) || known.has(outside, url);
  }

  async submit(name: string, submissions: readonly Submission[]): Promise<SubmitAnswer[]> {
    const { frontier, handing } = this.#parts;
    const answers = await frontier.submit(submissions);
    if (!answers.some(({ answer }) => answer === 'crawl-unknown')) return answers;
    await handing.handOverAgain(name);
    const again = await frontier.submit(submissions);
    if (!again.some(({ answer }) => answer === 'crawl-unknown')) return again;
    throw new CrawlError(
      'DEPENDENCY_AWAY',
      'the frontier does not take a crawl that it was told of',
    );
  }

  /** To be called when what follows of the answers is durable: had it failed, the URLs must not be passed over. */
  remember(
    crawl: Crawl,
    submissions: readonly Submission[],
    answers: readonly SubmitAnswer[],
  ): void {
    const { known } = this.#parts;
    submissions.forEach(({ url }, at) => {
      const { answer, rule } = answers[at]!;
      if (answer === 'new' || answer === 'known') known.add(crawlName(crawl), url);
      else if (answer === 'refused' && isLasting(rule)) known.add(scopeName(crawl), url);
    });
  }
}
