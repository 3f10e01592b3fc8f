export { type Artifact, cached, cacheFolder } from './artifact-cache.ts';
export { type Choice, findWay } from './find-way.ts';
export { isGiven, withoutGiven } from './given-addresses.ts';
export { type KafkaServers, startKafka } from './start-kafka.ts';
export { type CommandOptions, type CommandResult, runCommand } from './run-command.ts';
export { startMongo, type MongoServers } from './start-mongo.ts';
export type { ServerControl } from './server-control.ts';
export type { StartOptions } from './start-options.ts';
export {
  describeRefusals,
  GivenServerError,
  NoWayError,
  type Refusal,
  type ServerName,
  SERVERS,
  type Way,
} from './ways.ts';
