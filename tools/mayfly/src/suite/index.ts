export { auditSuite } from '../verbs/audit.ts';
export { prepareCluster } from '../verbs/prepare.ts';
export { SERVICES, type ServiceName, type SuiteAddresses } from './addresses.ts';
export { ask, askDeadLetters, askFrontier, CONTRACTS, frontierLedger } from './clients.ts';
export { openEmbeddedSuite } from './embedded-suite.ts';
