import { htmlPage, type Link } from './markup.ts';
import { paragraphs } from './prose.ts';
import { randomOf } from './random.ts';
import { type Failure, failure, redirect, type Resource } from './resource.ts';

/** Whether failures that pass are there: not at all, once each, or for good. */
export type Failures = 'none' | 'once' | 'always';

/** What the odd corners of a host need to know of their world. */
export interface Surroundings {
  readonly seed: number;
  readonly failures: Failures;
  /** The URL of the newest, or of an old article of a host; its front page where it has none. */
  article(host: string, which: 'newest' | number): string;
}

/** A URL that is there to be stumbled over. */
export interface Oddity {
  readonly path: string;
  readonly text: string;
  /** Which of its host's documents names it. */
  readonly namedBy: 'front' | 'sitemap' | 'feed' | 'supplement' | 'nothing';
  answer(world: Surroundings): Resource;
}

const onFront = (path: string, text: string, answer: Oddity['answer']): Oddity => ({
  path,
  text,
  namedBy: 'front',
  answer,
});

const REDIRECTED_ARTICLES = 5;
const PICTURE_BYTES = 600_000;
const STUMBLES: Failure = { status: 500 };
const OVERLOADED: Failure = { status: 503, retryAfterSeconds: 1 };

/** The odd corners of each host, by host. */
export const ODDITIES: Readonly<Record<string, readonly Oddity[]>> = {
  'harbour-news.test': [
    page('/search?q=harbour', 'Search for harbour'),
    page('/private/board', 'For the board'),
    page('/private/press-kit', 'Press kit'),
    { ...page('/reports/tides', 'The tide report'), namedBy: 'sitemap' },
  ],
  'morning-ledger.test': [
    ...Array.from({ length: REDIRECTED_ARTICLES }, (_, i) =>
      onFront(`/old/${i}`, `An article that moved (${i})`, (world) =>
        redirect(world.article('morning-ledger.test', i), i % 2 === 0 ? 301 : 308),
      ),
    ),
    onFront('/latest', 'The latest', (world) =>
      redirect(world.article('morning-ledger.test', 'newest'), 302),
    ),
    page('/reports/annual.pdf', 'The annual report'),
    page('/reports/annual.pdf.html', 'The annual report for everybody'),
    onFront('/long-read', 'The whole story, with pictures', longRead),
    { ...page('/supplement/chess', 'Chess supplement'), namedBy: 'supplement' },
  ],
  'www.example.test': [
    page('/wp-admin/', 'Log in'),
    {
      ...onFront('/go/chain', 'Onwards', (world) =>
        redirect(world.article('harbour-news.test', 0), 302),
      ),
      namedBy: 'nothing',
    },
  ],
  'short.test': [
    onFront('/news', 'News', (world) => redirect(world.article('harbour-news.test', 1))),
    onFront('/chain', 'A long way round', () => redirect('http://www.example.test/go/chain', 302)),
    onFront('/bare', 'A name without www', () => redirect('http://example.test/', 307)),
    onFront('/loop/a', 'Round and round', () => redirect('http://short.test/loop/b', 302)),
    onFront('/loop/b', 'And round again', () => redirect('http://short.test/loop/a', 302)),
    page('/stats/today', 'Who clicked'),
  ],
  'two-voices.test': [page('/drafts/tomorrow', 'Drafts')],
  'patient-press.test': [page('/proofs/1', 'Proofs')],
  'shaky-times.test': [
    onFront('/errors/missing', 'Missing', () => failure({ status: 404 })),
    onFront('/errors/removed', 'Removed', () => failure({ status: 410 })),
    onFront('/errors/members', 'Members only', () => failure({ status: 403 })),
    stumbling('/errors/stumbles', 'Stumbles', STUMBLES),
    stumbling('/errors/overloaded', 'Overloaded', OVERLOADED),
  ],
  'garden-notes.test': [
    page('/calendar/1', 'Calendar'),
    { ...page('/notes/slugs', 'On slugs, for subscribers'), namedBy: 'feed' },
  ],
};

/** Pages without end, kept off by robots.txt: each links to the next. */
export function calendarPage(host: string, path: string): Resource | undefined {
  const month = /^\/calendar\/(\d{1,9})$/.exec(path)?.[1];
  if (host !== 'garden-notes.test' || month === undefined) return undefined;
  const next: Link = { url: `http://${host}/calendar/${Number(month) + 1}`, text: 'Next month' };
  return plainPage(`http://${host}${path}`, `Month ${month}`, {
    paragraphs: ['Nothing is planned.'],
    links: [next],
  });
}

function page(path: string, text: string): Oddity {
  return onFront(path, text, ({ seed }) =>
    plainPage(path, text, { paragraphs: paragraphs(randomOf(seed, 'page', path), 2_000) }),
  );
}

function stumbling(path: string, text: string, failing: Failure): Oddity {
  return onFront(path, text, ({ seed, failures }) => {
    if (failures === 'always') return failure(failing);
    const fine = plainPage(path, text, { paragraphs: paragraphs(randomOf(seed, path), 8_000) });
    return failures === 'once' ? { ...fine, firstAnswer: failing } : fine;
  });
}

function plainPage(
  path: string,
  title: string,
  content: { readonly paragraphs: readonly string[]; readonly links?: readonly Link[] },
): Resource {
  return htmlPage({
    kind: 'page',
    url: new URL(path, 'http://anywhere.test').href,
    title,
    nav: [],
    paragraphs: content.paragraphs,
    boxes: content.links === undefined ? [] : [{ heading: 'More', links: content.links }],
    absolute: false,
  });
}

/** Larger than 512 KB also when it is packed: its picture is noise. */
function longRead({ seed }: Surroundings): Resource {
  const random = randomOf(seed, 'long read');
  const noise = Uint32Array.from({ length: PICTURE_BYTES / 4 }, () => random.below(2 ** 32));
  const picture = Buffer.from(noise.buffer);
  return htmlPage({
    kind: 'page',
    url: 'http://morning-ledger.test/long-read',
    title: 'The whole story, with pictures',
    nav: [{ url: 'http://morning-ledger.test/', text: 'The Morning Ledger' }],
    paragraphs: paragraphs(random, 120_000),
    figure: `<img alt="The harbour at dawn" src="data:image/webp;base64,${picture.toString('base64')}">`,
    boxes: [],
    absolute: false,
  });
}
