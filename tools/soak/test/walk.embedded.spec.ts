import { twoRounds } from './two-rounds.ts';

twoRounds('walk', ['embedded'], { engine: 'embedded' });
