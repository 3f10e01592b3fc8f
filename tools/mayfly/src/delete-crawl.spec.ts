import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { deleteCrawl } from './delete-crawl.ts';

/** A scheduler that answers so, one answer after the other. */
function scheduler(...answers: (boolean | CrawlError)[]) {
  return {
    deleteCrawl: async () => {
      const done = answers.shift() ?? false;
      if (done instanceof CrawlError) throw done;
      return { done };
    },
  };
}

const AWAY = new CrawlError('DEPENDENCY_AWAY', 'scheduler is away');
const NO_WAIT = async () => {};

describe('deleteCrawl', () => {
  it('waits until all of it is forgotten', async () => {
    expect(await deleteCrawl(scheduler(false, false, true), 'demo', NO_WAIT)).toBe('deleted');
  });

  it('leaves what takes long to the suite', async () => {
    expect(await deleteCrawl(scheduler(), 'demo', NO_WAIT)).toBe('being deleted');
  });

  it('has deleted it though the suite ends then, as one does that ran nothing else', async () => {
    const words = 'deleted; the suite has ended, and forgets the rest of it when it starts again';
    expect(await deleteCrawl(scheduler(false, AWAY), 'demo', NO_WAIT)).toBe(words);
  });

  it('has deleted nothing where nobody answers', async () => {
    await expect(deleteCrawl(scheduler(AWAY), 'demo', NO_WAIT)).rejects.toBe(AWAY);
  });
});
