import { blobs } from './conformance/blobs.ts';
import { lmdbEngine } from './lmdb-engine.ts';

blobs(lmdbEngine);
