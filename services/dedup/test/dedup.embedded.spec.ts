import { dedupSuite } from './dedup-suite.ts';

dedupSuite('embedded');
