export { type EngineKind, type TestEngines, testEngines } from './test-engines.ts';
