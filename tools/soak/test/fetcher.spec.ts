import { twoRounds } from './two-rounds.ts';

twoRounds('fetcher', ['bad-web']);
