import type { Clock } from '@mayfly/clock';
import { RequestKind } from '@mayfly/contracts/crawl/v1';
import type { FetchEnded } from '@mayfly/contracts/events/v1';
import { errorCodeOf } from '@mayfly/errors';
import { fetchesEnded, MAX_EVENT_BYTES, packContent } from '@mayfly/events';
import type { Stream } from '@mayfly/stream';
import { KINDS, OUTCOMES, timesOf } from '../attempts/contract-words.ts';
import type { AttemptEnd, FetchedDocument } from '../core/attempt-end.ts';
import type { Task } from '../core/task.ts';
import {
  type Contents,
  type InlineContent,
  moveLargeContent,
  type PutContent,
} from './large-content.ts';

/** Publishes how an attempt ended. Answers with the end as it was published: one too large to say is said to be so. */
export type PublishEnd = (task: Task, end: AttemptEnd, signal: AbortSignal) => Promise<AttemptEnd>;

interface Parts {
  readonly stream: Pick<Stream, 'publish'>;
  readonly put: PutContent;
  readonly fetcherId: string;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Numbers, times and the frames of fields, in bytes; more than they ever take. */
const FRAME_BYTES = 1_000;

/**
 * The attempt's end as one message. It is published in the trace of the attempt, which the message
 * carries on; messages that come at the same time share a flush below.
 */
export function publishFetchEnded({ stream, put, fetcherId, clock }: Parts): PublishEnd {
  const publish = async (task: Task, end: AttemptEnd, signal: AbortSignal): Promise<void> => {
    const message = messageOf(task, end, fetcherId);
    const room = MAX_EVENT_BYTES - bytesOf(message);
    const contents = await moveLargeContent(await packed(end.document), room, (content) =>
      put(content, signal),
    );
    const times = { ...message.times, publishTime: new Date(clock.nowMs()) };
    await stream.publish(fetchesEnded, [{ ...message, ...contents, times }]);
  };
  return async (task, end, signal) => {
    try {
      await publish(task, end, signal);
      return end;
    } catch (error) {
      if (!isTooLarge(error) || end.document === undefined) throw error;
      const { document: _, validators: __, ...rest } = end;
      const detail = 'what would be published of it is too large';
      const without: AttemptEnd = { ...rest, outcome: 'too-large', detail };
      await publish(task, without, signal);
      return without;
    }
  };
}

function isTooLarge(error: unknown): boolean {
  return ['MESSAGE_TOO_LARGE', 'BODY_TOO_LARGE'].includes(errorCodeOf(error));
}

async function packed(document: FetchedDocument | undefined): Promise<Contents<InlineContent>> {
  if (document === undefined) return { body: undefined, text: undefined, links: undefined };
  const { body, text, links } = document;
  const some = (bytes: Uint8Array) => (bytes.length === 0 ? undefined : packContent(bytes));
  const [packedBody, packedText, packedLinks] = await Promise.all([
    packContent(body),
    some(text),
    some(links),
  ]);
  return { body: packedBody, text: packedText, links: packedLinks };
}

function messageOf(task: Task, end: AttemptEnd, fetcherId: string): FetchEnded {
  const { url, host, crawl, attempt, kind, depth, hops, seed } = task;
  const { outcome, status, redirectUrl, headers, document, detail } = end;
  return {
    ...{ url, host, crawl, attempt, depth, hops, seed, status, redirectUrl, fetcherId, detail },
    kind: kind === 'robots' ? RequestKind.REQUEST_KIND_ROBOTS : RequestKind.REQUEST_KIND_PAGE,
    outcome: OUTCOMES[outcome],
    headers: headers.map(([name, value]) => ({ name, value })),
    documentKind: document === undefined ? undefined : KINDS[document.kind],
    mediaType: document?.mediaType ?? '',
    title: document?.title ?? '',
    truncated: document?.truncated ?? false,
    facts: document?.facts ?? NO_BYTES,
    times: timesOf(task, end),
  };
}

const NO_BYTES = new Uint8Array();

function bytesOf({ url, title, detail, redirectUrl = '', headers, facts }: FetchEnded): number {
  const words = headers.flatMap(({ name, value }) => [name, value]);
  const texts = [url, url, title, detail, redirectUrl, ...words];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 8, FRAME_BYTES + facts.length);
}
