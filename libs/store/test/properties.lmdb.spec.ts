import { properties } from './conformance/properties.ts';
import { lmdbEngine } from './lmdb-engine.ts';

properties(lmdbEngine, { runs: 60 });
