import { Bell } from './bell.ts';

/** How the answers of a stream come about. */
export interface InOrder<Request, Answer> {
  readonly answer: (request: Request) => Promise<Answer>;
  /** So many requests are worked on or wait to be sent; the next one is read when there is room again. */
  readonly most: number;
  /** Once aborted nothing more is read: what was read is answered, and then the stream fails with the reason. */
  readonly stop: AbortSignal;
}

/** Answers requests in their order while others of them are worked on. The first failure ends it. */
export async function* inOrder<Request, Answer>(
  requests: AsyncIterable<Request>,
  { answer, most, stop }: InOrder<Request, Answer>,
): AsyncGenerator<Answer> {
  const underWay: Promise<Answer>[] = [];
  const came = new Bell();
  const room = new Bell();
  let end: 'none' | 'read' | 'failed' | 'left' = 'none';
  let failure: unknown;
  const read = async () => {
    for await (const request of requests) {
      if (end !== 'none') return;
      const answered = answer(request);
      // It may fail before its turn to be waited for.
      answered.catch(() => {});
      underWay.push(answered);
      came.ring();
      while (underWay.length >= most && end === 'none') await room.rung();
    }
  };
  const ended = (how: typeof end, reason?: unknown) => {
    if (end !== 'none') return;
    end = how;
    failure = reason;
    came.ring();
    room.ring();
  };
  const stopped = () => ended('failed', stop.reason);
  stop.addEventListener('abort', stopped);
  if (stop.aborted) stopped();
  else
    void read().then(
      () => ended('read'),
      (reason: unknown) => ended('failed', reason),
    );
  try {
    for (;;) {
      const [first] = underWay;
      if (first !== undefined) {
        yield await first;
        void underWay.shift();
        room.ring();
      } else if (end === 'none') await came.rung();
      else break;
    }
    // Read apart from the loop, where only the other side can have changed it.
    if ((end as string) === 'failed') throw failure;
  } finally {
    ended('left');
    stop.removeEventListener('abort', stopped);
    await Promise.allSettled(underWay);
  }
}
