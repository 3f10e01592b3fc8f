import { RestReason } from '@mayfly/contracts/frontier/v1';

/** Why hosts rest, each as what comes after a colon. */
const CAUSES: Readonly<Record<number, string>> = {
  [RestReason.REST_REASON_DELAY]: 'it was asked just now, and that is the usual pause',
  [RestReason.REST_REASON_BUSY]: 'it asked to be left alone for a while',
  [RestReason.REST_REASON_FAILING]: 'it failed again and again',
  [RestReason.REST_REASON_ROBOTS]: 'its robots.txt cannot be had',
  [RestReason.REST_REASON_RESTART]:
    'the frontier has started or taken it over, and every host rests once more then',
  [RestReason.REST_REASON_TRIPPED]:
    'it failed so often that it is left alone for long, and asked once then',
};

/** Why a host rests, in words. */
export function restCause(reason: RestReason): string {
  return CAUSES[reason] ?? 'nobody says why';
}
