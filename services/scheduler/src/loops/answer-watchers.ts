import type { Turn } from '@mayfly/lifecycle';
import type { Documents } from '../core/ports.ts';
import type { WatchHub } from '../core/watch-hub.ts';

const MOST_QUESTIONS = 1_000;

/** Tells watchers what there is already of the URLs they name, where no fetch is wished for. */
export const answerWatchers =
  ({ hub, documents }: { readonly hub: WatchHub; readonly documents: Documents }) =>
  async (): Promise<Turn> => {
    const questions = hub.questions(MOST_QUESTIONS);
    if (questions.length === 0) return 'done';
    const kept = await documents(questions.map(({ url }) => url));
    questions.forEach(({ watcher }, at) => {
      const event = kept[at]?.event;
      if (event !== undefined) watcher.offer(event);
    });
    hub.answered(questions);
    return 'more';
  };
