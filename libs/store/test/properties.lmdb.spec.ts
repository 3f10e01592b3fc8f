import { jest } from '@jest/globals';
import { properties } from './conformance/properties.ts';
import { lmdbEngine } from './lmdb-engine.ts';

jest.setTimeout(60_000);

properties(lmdbEngine, { runs: 60 });
