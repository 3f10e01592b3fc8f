import { doorSuite } from './door-suite.ts';

doorSuite('cluster');
