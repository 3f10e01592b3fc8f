import { hash } from 'node:crypto';
import type { Url, UrlId } from '@mayfly/url';

/** In a key it stands behind the host's own hash, so that so many bits are as good as all of them. */
const ID_BYTES = 10;

/** What stands for a URL among those of its host. Stored rows depend on it: it never changes. */
export function rowId(url: Url): UrlId {
  return new Uint8Array(hash('sha256', url, 'buffer').buffer, 0, ID_BYTES) as UrlId;
}
