export { countDeadLetters } from './count-dead-letters.ts';
export { deadLetterRpc, type DeadLetterRpcOptions } from './dead-letter-rpc.ts';
