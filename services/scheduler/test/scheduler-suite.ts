import type { EngineKind } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { badInputSuite } from './bad-input-suite.ts';
import { crawlSuite } from './crawl-suite.ts';
import { faultSuite } from './fault-suite.ts';
import { wishSuite } from './wish-suite.ts';

/** The scheduler as its callers and the services around it see it, on either pair of engines. */
export function schedulerSuite(kind: EngineKind): void {
  collectLog();
  crawlSuite(kind);
  wishSuite(kind);
  faultSuite(kind);
  badInputSuite(kind);
}
