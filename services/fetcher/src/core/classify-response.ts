import { normaliseUrl, type Url } from '@mayfly/url';
import { withEscapes } from './answer-headers.ts';
import type { Outcome } from './outcome.ts';

/** Redirects that lead nowhere are given up at the tenth. */
const MOST_HOPS = 10;
const REDIRECTS = new Set([300, 301, 302, 303, 307, 308]);

/** An answer by its status line and headers alone. */
export interface Classified {
  readonly outcome: Outcome;
  readonly redirectUrl?: Url;
  readonly detail: string;
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly url: Url;
  /** Redirects that led to this URL. */
  readonly hops: number;
  /** Whether we asked only for what has changed. */
  readonly conditional: boolean;
  /** Whether we asked by a HEAD. */
  readonly check?: boolean;
}

/** Servers that do not know HEAD say so: then the page may have changed, or not. */
const NO_HEAD = new Set([405, 501]);

/** Names the outcome of an answer; `ok` still has to be read. */
export function classifyResponse(answer: Answer): Classified {
  const { status } = answer;
  if (status === 304) return unchanged(answer);
  if (REDIRECTS.has(status)) return redirected(answer);
  if (answer.check === true && NO_HEAD.has(status))
    return { outcome: 'ok', detail: 'HEAD is refused' };
  return { outcome: outcomeOf(status), detail: status < 300 ? '' : `status ${status}` };
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status === 503) return 'busy';
  if (status >= 400 && status < 500) return 'refused';
  if (status >= 500 && status < 600) return 'server-error';
  return 'bad-response';
}

function unchanged({ conditional }: Answer): Classified {
  return conditional
    ? { outcome: 'unchanged', detail: '' }
    : { outcome: 'bad-response', detail: 'status 304 to a request without conditions' };
}

function redirected({ status, location, url, hops }: Answer): Classified {
  if (location === undefined) {
    return { outcome: 'bad-response', detail: `status ${status} without a location` };
  }
  const target = normaliseUrl(withEscapes(location), url);
  if (!target.ok) {
    return { outcome: 'bad-response', detail: `redirect to a bad URL: ${target.reason}` };
  }
  if (target.url === url) return { outcome: 'redirect-loop', detail: 'redirects to itself' };
  if (hops + 1 >= MOST_HOPS) {
    return { outcome: 'redirect-loop', detail: `redirect number ${hops + 1}` };
  }
  return { outcome: 'redirected', redirectUrl: target.url, detail: '' };
}
