import { siteScoringSuite } from './site-scoring-suite.ts';

siteScoringSuite('cluster');
