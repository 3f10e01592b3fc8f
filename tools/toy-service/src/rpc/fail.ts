import type { FailRequest, FailResponse } from '@mayfly/contracts/testing/v1';
import { CrawlError, isErrorCode } from '@mayfly/errors';

export async function fail({ ending }: FailRequest): Promise<FailResponse> {
  switch (ending?.$case) {
    case 'code':
      if (!isErrorCode(ending.value)) break;
      throw new CrawlError(ending.value, 'as the request asked');
    case 'bug':
      throw new TypeError(ending.value);
    case undefined:
      break;
  }
  throw new CrawlError('REQUEST_INVALID', 'ending: must be a code of the catalogue or a bug');
}
