import { jest } from '@jest/globals';
import type { EngineKind } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { budgetSuite } from './budget-suite.ts';
import { qualitySuite } from './quality-suite.ts';
import { sourceSuite } from './source-suite.ts';
import { wishTermsSuite } from './wish-terms-suite.ts';

/** What other services ask of the scheduler beside crawls and visits, on either pair of engines. */
export function doorSuite(kind: EngineKind): void {
  jest.setTimeout(120_000);
  collectLog();
  wishTermsSuite(kind);
  budgetSuite(kind);
  sourceSuite(kind);
  qualitySuite(kind);
}
