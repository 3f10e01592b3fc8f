import { frontierLeasesSuite } from './frontier-leases-suite.ts';

frontierLeasesSuite('embedded');
