import type { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import { errorCodeOf } from '@mayfly/errors';
import type { Client } from '@mayfly/grpc';

/** How often it is asked whether the frontier has forgotten a crawl; then that is left to be done without us. */
const MOST_LOOKS = 40;
const LOOK_EVERY_MS = 250;

/** Deletes a crawl; answers with how far that is. */
export async function deleteCrawl(
  scheduler: Pick<Client<typeof SchedulerServiceDefinition>, 'deleteCrawl'>,
  name: string,
  sleep: (ms: number) => Promise<unknown>,
): Promise<string> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    try {
      const { done } = await scheduler.deleteCrawl({ name });
      if (done) return 'deleted';
    } catch (error) {
      // A suite that runs this crawl only ends with it; what was answered once is durable.
      if (look === 0 || errorCodeOf(error) !== 'DEPENDENCY_AWAY') throw error;
      return 'deleted; the suite has ended, and forgets the rest of it when it starts again';
    }
    await sleep(LOOK_EVERY_MS);
  }
  return 'being deleted';
}
