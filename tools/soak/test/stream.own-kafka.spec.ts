import { twoRounds } from './two-rounds.ts';

twoRounds('stream', ['lmdb', 'kafka']);
