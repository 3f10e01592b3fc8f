/** Where one broker of a cluster listens. */
export interface BrokerPlace {
  readonly port: number;
  readonly controllerPort: number;
}

export interface BrokerSettings {
  /** All brokers of the cluster, in the order of their ids, which begin at 1. */
  readonly places: readonly BrokerPlace[];
  readonly nodeId: number;
  readonly dataFolder: string;
  /** The address the broker binds; clients are always told 127.0.0.1. */
  readonly bindHost: string;
}

/** The settings of one broker that is also a controller. Small and quick: many of them start in one test run. */
export function kafkaProperties(settings: BrokerSettings): Record<string, string> {
  const { places, nodeId, dataFolder, bindHost } = settings;
  const place = places[nodeId - 1];
  if (place === undefined) throw new Error(`no place for broker ${nodeId}`);
  const copies = String(places.length);
  const inSync = places.length > 1 ? '2' : '1';
  return {
    'process.roles': 'broker,controller',
    'node.id': String(nodeId),
    'controller.quorum.voters': places
      .map(({ controllerPort }, index) => `${index + 1}@127.0.0.1:${controllerPort}`)
      .join(','),
    listeners: `PLAINTEXT://${bindHost}:${place.port},CONTROLLER://127.0.0.1:${place.controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${place.port}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': dataFolder,

    'default.replication.factor': copies,
    'min.insync.replicas': inSync,
    'offsets.topic.replication.factor': copies,
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': inSync,
    'transaction.state.log.num.partitions': '4',
    'share.coordinator.state.topic.replication.factor': copies,
    'share.coordinator.state.topic.min.isr': inSync,
    'share.coordinator.state.topic.num.partitions': '4',

    // Topics are made by `mayfly prepare` with their right partitions, or not at all.
    'auto.create.topics.enable': 'false',
    // Tests freeze and kill members and brokers, and wait until the others notice.
    'group.min.session.timeout.ms': '1000',
    'group.initial.rebalance.delay.ms': '0',
    // A killed broker is let in again only when its old session has ended, and a heartbeat that takes
    // longer than the interval counts as lost: short enough to wait for, long enough for a busy machine.
    // One broker alone has nobody who could take over too early, so it may wait less.
    'broker.heartbeat.interval.ms': places.length > 1 ? '1000' : '500',
    'broker.session.timeout.ms': places.length > 1 ? '5000' : '2500',
    // Three are stopped all at once, and the last would wait for leave from a controller that is gone.
    'controlled.shutdown.enable': String(places.length === 1),
    // What waits for a broker or controller that hangs waits this long, and not half a minute.
    'controller.socket.timeout.ms': '3000',
    'replica.socket.timeout.ms': '3000',

    'num.network.threads': '2',
    'num.io.threads': '4',
    'log.cleaner.dedupe.buffer.size': '4194304',
  };
}

export function propertiesText(properties: Record<string, string>): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** The same settings as the official image takes them. */
export function propertiesAsEnv(properties: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
      value,
    ]),
  );
}
