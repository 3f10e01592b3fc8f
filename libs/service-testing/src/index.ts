export { type EngineKind, sharedServers, type TestEngines, testEngines } from './test-engines.ts';
