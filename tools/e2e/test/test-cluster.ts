import { randomUUID } from 'node:crypto';
import { sharedServers } from '@mayfly/service-testing';

/** A database and topics of one test alone. */
export async function testCluster() {
  const { mongoUrl, kafkaBrokers, stop } = await sharedServers();
  const name = `walk-${randomUUID().slice(0, 8)}`;
  return {
    engines: { mongoUrl, kafkaBrokers, mongoDatabase: name, kafkaTopicPrefix: `${name}.` },
    [Symbol.asyncDispose]: stop,
  };
}
