import { twoRounds } from './two-rounds.ts';

twoRounds('frontier', ['replicas'], { engine: 'replicas' });
