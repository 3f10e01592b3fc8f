import { hostOf } from '@mayfly/url';
import type { Task } from '../../src/core/task.ts';
import { urlOf } from './web.ts';

/** A lease of that URL, with what a test wants otherwise. */
export function taskOf(url: string, more: Partial<Task> = {}): Task {
  const normalised = urlOf(url);
  return {
    leaseId: `lease of ${url}`,
    url: normalised,
    host: hostOf(normalised),
    crawl: 'test',
    attempt: 1,
    kind: 'page',
    ...{ depth: 0, hops: 0, seed: false, abandon: false, obeyRobots: true, private: true },
    robotsAttempt: undefined,
    validators: undefined,
    times: {},
    endsMs: Infinity,
    submitTraceparent: '',
    ...more,
  };
}
