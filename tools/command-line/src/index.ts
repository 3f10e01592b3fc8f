export { readArguments } from './read-arguments.ts';
export { exitCodeOf } from './exit-code.ts';
export { stopSignal } from './stop-signal.ts';
export { countOption, UsageError } from './usage-error.ts';
