import { dedupSuite } from './dedup-suite.ts';

dedupSuite('cluster');
