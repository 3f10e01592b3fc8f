import { recordingSuite } from './recording-suite.ts';

recordingSuite('embedded');
