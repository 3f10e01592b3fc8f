import type {
  DeadLetter as DeadLetterProto,
  DeadLetterServiceDefinition,
  ListDeadLettersRequest,
  RetryDeadLettersRequest,
} from '@mayfly/contracts/deadletters/v1';
import { CrawlError } from '@mayfly/errors';
import type { Handlers } from '@mayfly/grpc';
import type { AnyTopic, DeadLetter, DeadLetters, Stream } from '@mayfly/stream';

/** What a service consumes, and through which stream. */
export interface DeadLetterRpcOptions {
  readonly stream: Stream;
  readonly topics: readonly { readonly topic: AnyTopic; readonly group: string }[];
}

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1_000;
const MAX_IDS = 1_000;
/** Ids are places in a stream; what has another form was never one of ours and is not echoed. */
const ID = /^(main|retry)-\d{1,9}-\d{1,18}$/;

/** The handlers of DeadLetterService, for the groups of one service alone. */
export function deadLetterRpc({
  stream,
  topics,
}: DeadLetterRpcOptions): Handlers<DeadLetterServiceDefinition> {
  const byName = new Map(topics.map((consumed) => [consumed.topic.name, consumed]));
  const lettersOf = (name: string): DeadLetters => {
    const consumed = byName.get(name);
    if (consumed !== undefined) return stream.deadLetters(consumed.topic, consumed.group);
    throw invalid('topic', `must be one that this service consumes: ${[...byName.keys()].join()}`);
  };
  return {
    listDeadLetters: async ({ topic, pageSize, pageToken }: ListDeadLettersRequest) => {
      const letters = lettersOf(topic);
      const size = checkPageSize(pageSize);
      const after = pageToken === '' ? {} : { after: checkPageToken(pageToken) };
      // One more than asked for tells whether there is a next page.
      const found = await letters.list({ limit: size + 1, ...after });
      const page = found.slice(0, size);
      return {
        letters: page.map(toProto),
        nextPageToken: found.length > size ? page.at(-1)!.id : '',
      };
    },
    retryDeadLetters: async ({ topic, ids }: RetryDeadLettersRequest) => {
      const letters = lettersOf(topic);
      checkIds(ids);
      await letters.retry(ids);
      return {};
    },
  };
}

function checkPageSize(size = DEFAULT_PAGE_SIZE): number {
  if (Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE) return size;
  throw invalid('page_size', `must be from 1 to ${MAX_PAGE_SIZE}`);
}

function checkPageToken(token: string): string {
  if (ID.test(token)) return token;
  throw invalid('page_token', 'must be the next_page_token of an answer');
}

function checkIds(ids: readonly string[]): void {
  if (ids.length < 1 || ids.length > MAX_IDS) {
    throw invalid('ids', `must be 1 to ${MAX_IDS}, not ${ids.length}`);
  }
  ids.forEach((id, at) => {
    if (!ID.test(id)) throw invalid(`ids[${at}]`, 'must be the id of a listed letter');
  });
  if (new Set(ids).size < ids.length) throw invalid('ids', 'must name each letter once');
}

function invalid(field: string, reason: string): CrawlError {
  return new CrawlError('REQUEST_INVALID', `${field}: ${reason}`);
}

function toProto(letter: DeadLetter): DeadLetterProto {
  const { id, key, code, reason, attempts, payloadBytes, publishedMs, diedMs } = letter;
  return {
    ...{ id, key, code, reason, attempts, payloadBytes },
    publishTime: new Date(publishedMs),
    deathTime: new Date(diedMs),
  };
}
