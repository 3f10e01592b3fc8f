import { learningSuite } from './learning-suite.ts';

learningSuite('embedded');
