export { readArguments } from './read-arguments.ts';
export { exitCodeOf } from './exit-code.ts';
export { countOption, UsageError } from './usage-error.ts';
