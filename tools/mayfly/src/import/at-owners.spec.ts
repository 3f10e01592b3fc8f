import { describe, expect, it } from '@jest/globals';
import { SubmitAnswer, type SubmitUrlsRequest } from '@mayfly/contracts/frontier/v1';
import { AtOwners } from './at-owners.ts';

const { SUBMIT_ANSWER_NEW: NEW, SUBMIT_ANSWER_NOT_OWNER: ELSEWHERE } = SubmitAnswer;

const result = (answer: SubmitAnswer, url = '') => ({ answer, rule: '', url });
const owner = (address: string) => ({ bucket: 1, address, epoch: 1 });
const requestOf = (urls: readonly string[]): SubmitUrlsRequest => ({
  submissions: urls.map((url) => ({
    ...{ crawl: 'news', url, depth: 0, hops: 0, seed: true, minRevision: 0, group: '' },
  })),
});

/** Replicas that own URLs which end with their name; asked at no address it says where to go. */
function replicas() {
  const asked: (readonly [address: string, urls: readonly string[]])[] = [];
  const parts = {
    sleep: async () => {},
    open: async (address: string) => ({
      submitUrls: async ({ submissions }: SubmitUrlsRequest) => {
        asked.push([address, submissions.map(({ url }) => url)]);
        const others = submissions.filter(({ url }) => !url.endsWith(address) || address === '');
        return {
          results: submissions.map((one) =>
            result(others.includes(one) ? ELSEWHERE : NEW, address),
          ),
          owners: others.map(({ url }) => owner(url.slice(-1))),
        };
      },
      [Symbol.asyncDispose]: async () => {},
    }),
  };
  return { asked, parts };
}

describe('submissions that another replica owns', () => {
  it('are sent there, and answered in their order', async () => {
    const { asked, parts } = replicas();
    await using owners = new AtOwners(parts);
    const request = requestOf(['1a', '2b', '3', '4a', '5c']);
    const results = await owners.complete(request, {
      results: [ELSEWHERE, ELSEWHERE, NEW, ELSEWHERE, ELSEWHERE].map((answer) => result(answer)),
      // The last one moved on meanwhile, and of the second nobody knew.
      owners: [owner('a'), owner(''), owner('a'), owner('b')],
    });
    expect(results.map(({ answer, url }) => [answer, url])).toEqual([
      [NEW, 'a'],
      [NEW, 'b'],
      [NEW, ''],
      [NEW, 'a'],
      [NEW, 'c'],
    ]);
    expect(asked).toEqual([
      ['a', ['1a', '4a']],
      ['', ['2b']],
      ['b', ['5c']],
      ['b', ['2b']],
      ['c', ['5c']],
    ]);
  });

  it('that nobody owns for long are an outage', async () => {
    const nobody = { results: [result(ELSEWHERE)], owners: [owner('')] };
    const [sleep, close] = [async () => {}, async () => {}];
    const client = { submitUrls: async () => nobody, [Symbol.asyncDispose]: close };
    await using owners = new AtOwners({ sleep, open: async () => client });
    await expect(owners.complete(requestOf(['1']), nobody)).rejects.toMatchObject({
      code: 'DEPENDENCY_AWAY',
    });
  });

  it('cost nothing where there are none', async () => {
    const { asked, parts } = replicas();
    await using owners = new AtOwners(parts);
    const results = [result(NEW)];
    expect(await owners.complete(requestOf(['1']), { results, owners: [] })).toEqual(results);
    expect(asked).toEqual([]);
  });
});
