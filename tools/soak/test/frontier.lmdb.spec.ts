import { twoRounds } from './two-rounds.ts';

twoRounds('frontier', ['embedded'], { engine: 'embedded' });
