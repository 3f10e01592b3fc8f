import { describe, expect, it } from '@jest/globals';
import type { OffsetsByTopicPartition } from 'kafkajs';
import { OffsetCommitter, type OffsetToCommit } from './offset-committer.ts';

function offset(
  more: Partial<OffsetToCommit>,
): OffsetToCommit & { sent: OffsetsByTopicPartition[] } {
  const sent: OffsetsByTopicPartition[] = [];
  return {
    topic: 't',
    partition: 0,
    next: 1n,
    metadata: '',
    lost: new AbortController().signal,
    commit: async (offsets) => void sent.push(offsets),
    ...more,
    sent,
  };
}

describe('OffsetCommitter', () => {
  it('commits nothing of an assignment that ended after the commit was asked for', async () => {
    const assignment = new AbortController();
    const late = offset({ lost: assignment.signal });
    const committing = new OffsetCommitter().commit(late);
    assignment.abort();
    await expect(committing).rejects.toThrow('belongs to another');
    expect(late.sent).toEqual([]);
  });

  it('sends commits that meet in one request', async () => {
    const committer = new OffsetCommitter();
    const first = offset({});
    const second = { ...offset({ partition: 1, next: 5n }), commit: first.commit };
    await Promise.all([committer.commit(first), committer.commit(second)]);
    expect(first.sent).toEqual([
      {
        topics: [
          {
            topic: 't',
            partitions: [
              { partition: 0, offset: '1', metadata: '' },
              { partition: 1, offset: '5', metadata: '' },
            ],
          },
        ],
      },
    ]);
  });

  it('passes a failure on and goes on with the next', async () => {
    const committer = new OffsetCommitter();
    const failing = offset({ commit: () => Promise.reject(new Error('no coordinator')) });
    await expect(committer.commit(failing)).rejects.toThrow('no coordinator');
    await committer.commit(offset({}));
  });
});
