import { twoRounds } from './two-rounds.ts';

twoRounds('frontier', ['mongodb'], { engine: 'mongodb' });
