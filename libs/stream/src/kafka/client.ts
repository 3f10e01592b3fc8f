import kafkajs, { type Kafka, type KafkaConfig, type LogEntry } from 'kafkajs';
import type { StreamLog } from '../stream.ts';
import { Connections } from './connections.ts';

/** How brokers are reached. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly ssl?: NonNullable<KafkaConfig['ssl']>;
  readonly sasl?: NonNullable<KafkaConfig['sasl']>;
  /** How long a broker may take for one answer (10 s). */
  readonly requestTimeoutMs?: number;
}

/**
 * A kafkajs client of its own for each use: clients share what they know of committed offsets, and two consumers
 * of one group must not. Retries are few, because the callers here try again themselves and know until when.
 */
export function kafkaClient(connection: KafkaConnection, log: StreamLog): Kafka {
  const { brokers, clientId, ssl, sasl, requestTimeoutMs = 10_000 } = connection;
  const connections = new Connections();
  const client = new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: 3_000,
    requestTimeout: requestTimeoutMs,
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 5 },
    logLevel: kafkajs.logLevel.INFO,
    logCreator: () => (entry) => toDebug(entry, log),
    socketFactory: connections.factory,
  });
  return connections.belongTo(client);
}

/** kafkajs calls errors what it then mends by itself; what it cannot mend reaches us as an event and is logged there. */
function toDebug(
  { namespace, label, log: { message, ...fields } }: LogEntry,
  log: StreamLog,
): void {
  log.debug({ kafkajs: namespace, label, ...fields }, message);
}

/** The name Kafka gives to a failure, looked for through its causes. */
export function kafkaErrorType(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const { type } = at as { type?: unknown };
    if (typeof type === 'string') return type;
  }
  return undefined;
}
