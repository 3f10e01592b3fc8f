import { jest } from '@jest/globals';
import { blobs } from './conformance/blobs.ts';
import { lmdbEngine } from './lmdb-engine.ts';

jest.setTimeout(60_000);

blobs(lmdbEngine);
