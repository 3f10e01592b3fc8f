import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';

/** Something that a process cannot do without. */
export interface Needed {
  readonly what: 'MongoDB' | 'Kafka';
  /** Hosts and ports, and no credentials. */
  readonly at: readonly string[];
  /** The setting that names them. */
  readonly setting: string;
}

const SILENCE_MS = 2_000;
const NAMED = new Set(['STORE_AWAY', 'STREAM_AWAY', 'CONFIG_INVALID']);

/** Opens what is needed; says what is waited for when that takes long, and names it when it fails. */
export async function patiently<T>(
  { what, at, setting }: Needed,
  { clock, onWait }: { readonly clock: Clock; readonly onWait: (line: string) => void },
  open: () => Promise<T>,
): Promise<T> {
  const place = `${at.join(',')} (${setting})`;
  const done = new AbortController();
  clock.sleep(SILENCE_MS, done.signal).then(
    () => onWait(`waits for ${what} at ${place}`),
    () => {},
  );
  try {
    return await open();
  } catch (cause) {
    if (!(cause instanceof CrawlError) || !NAMED.has(cause.code)) throw cause;
    throw new CrawlError(cause.code, `${cause.message}: ${place}`, { cause });
  } finally {
    done.abort();
  }
}
