import { twoRounds } from './two-rounds.ts';

twoRounds('walk', ['cluster'], { engine: 'cluster' });
