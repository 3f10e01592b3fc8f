import type {
  ExplainUrlsRequest,
  ExplainUrlsResponse,
  Wait as ProtoWait,
} from '@mayfly/contracts/frontier/v1';
import { hostOf } from '@mayfly/url';
import type { Desk } from '../core/desk.ts';
import { type Explanation, type Wait, WAIT } from '../core/explaining.ts';
import { infoOf } from './read-urls.ts';
import { checkCount, checkCrawlName, checkUrl } from './request-checks.ts';

export const explainUrls =
  ({ explaining, frontier }: Pick<Desk, 'explaining' | 'frontier'>) =>
  async ({ crawl, urls }: ExplainUrlsRequest): Promise<ExplainUrlsResponse> => {
    checkCount('urls', urls.length, 100);
    const checked = urls.map((url, at) => checkUrl(`urls[${at}]`, url));
    const explained = await explaining.explain(checkCrawlName('crawl', crawl), checked);
    const elsewhere = explained.filter(isElsewhere);
    return {
      explanations: explained.map(({ url, row, waits }) => ({
        url: infoOf(url, row),
        waits: waits.map(waitOf),
      })),
      owners: elsewhere.map(({ url }) => frontier.ownerOf(hostOf(url))),
    };
  };

const isElsewhere = ({ waits }: Explanation) => waits[0]?.kind === WAIT.notOwner;

function waitOf(wait: Wait): ProtoWait {
  return {
    kind: wait.kind,
    untilTime: wait.untilMs === undefined ? undefined : new Date(wait.untilMs),
    restReason: wait.reason ?? 0,
    rule: wait.rule ?? '',
    whose: wait.whose ?? '',
    ahead: wait.ahead ?? 0,
    aheadIsLeast: wait.aheadIsLeast ?? false,
  };
}
