import { twoRounds } from './two-rounds.ts';

twoRounds('store', ['lmdb', 'mongodb']);
