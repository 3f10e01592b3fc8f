import { someSeconds } from './some-seconds.ts';

someSeconds('politeness', 'embedded');
