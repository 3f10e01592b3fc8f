import { conditions } from './conformance/conditions.ts';
import { formats } from './conformance/formats.ts';
import { limits } from './conformance/limits.ts';
import { ranges } from './conformance/ranges.ts';
import { readsAndWrites } from './conformance/reads-and-writes.ts';
import { rivals } from './conformance/rivals.ts';
import { lmdbEngine } from './lmdb-engine.ts';

readsAndWrites(lmdbEngine);
conditions(lmdbEngine);
rivals(lmdbEngine);
ranges(lmdbEngine);
limits(lmdbEngine);
formats(lmdbEngine);
