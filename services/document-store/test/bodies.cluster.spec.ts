import { bodiesSuite } from './bodies-suite.ts';

bodiesSuite('cluster');
