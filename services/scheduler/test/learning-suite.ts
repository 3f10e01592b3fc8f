import type { EngineKind } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { planSuite } from './plan-suite.ts';
import { visitSuite } from './visit-suite.ts';

/** What the scheduler learns from visits and announcements, and decides by it, on either pair of engines. */
export function learningSuite(kind: EngineKind): void {
  collectLog();
  visitSuite(kind);
  planSuite(kind);
}
