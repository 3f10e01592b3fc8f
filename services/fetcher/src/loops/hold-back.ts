import type { Clock } from '@mayfly/clock';
import { fetchesEnded } from '@mayfly/events';
import type { Lag, Stream } from '@mayfly/stream';

/** How far the document-store may be behind before no leases are taken. */
export interface HoldBackSettings {
  readonly maxLagMessages: number;
  readonly maxLagBytes: number;
}

interface Parts extends HoldBackSettings {
  readonly stream: Pick<Stream, 'publishing' | 'lag'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Reading the lag asks the broker, so it is done once in a while. */
const LOOK_EVERY_MS = 1_000;

/** Says why no leases may be taken now; empty where they may. Nothing piles up behind what is slow or away. */
export function holdBack({ stream, clock, maxLagMessages, maxLagBytes }: Parts) {
  let lag: Lag = { messages: 0, bytes: 0, seconds: 0 };
  let lookedMs = -Infinity;
  return async (): Promise<string> => {
    if (!stream.publishing().ok) return 'publishing fails';
    if (clock.monotonicMs() - lookedMs >= LOOK_EVERY_MS) {
      try {
        lag = await stream.lag(fetchesEnded, 'document-store');
      } catch {
        return 'the lag of the document-store cannot be read';
      }
      lookedMs = clock.monotonicMs();
    }
    if (lag.messages > maxLagMessages)
      return `the document-store is ${lag.messages} messages behind`;
    if (lag.bytes > maxLagBytes) return `the document-store is ${lag.bytes} bytes behind`;
    return '';
  };
}
