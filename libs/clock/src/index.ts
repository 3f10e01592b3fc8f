export { atMost } from './at-most.ts';
export { type Clock, systemClock } from './clock.ts';
