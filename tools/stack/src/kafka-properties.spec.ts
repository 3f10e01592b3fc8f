import { describe, expect, it } from '@jest/globals';
import { kafkaProperties, propertiesAsEnv, propertiesText } from './kafka-properties.ts';

const places = [
  { port: 1001, controllerPort: 2001 },
  { port: 1002, controllerPort: 2002 },
  { port: 1003, controllerPort: 2003 },
];
const settings = { places, nodeId: 2, dataFolder: '/d', bindHost: '127.0.0.1' };

describe('kafkaProperties', () => {
  it('lets three brokers vote, and keep three copies of which two must be there', () => {
    expect(kafkaProperties(settings)).toMatchObject({
      'node.id': '2',
      'process.roles': 'broker,controller',
      'controller.quorum.voters': '1@127.0.0.1:2001,2@127.0.0.1:2002,3@127.0.0.1:2003',
      listeners: 'PLAINTEXT://127.0.0.1:1002,CONTROLLER://127.0.0.1:2002',
      'offsets.topic.replication.factor': '3',
      'min.insync.replicas': '2',
    });
  });

  it('keeps one copy where there is one broker', () => {
    expect(kafkaProperties({ ...settings, places: places.slice(0, 1), nodeId: 1 })).toMatchObject({
      'offsets.topic.replication.factor': '1',
      'transaction.state.log.min.isr': '1',
      'min.insync.replicas': '1',
    });
  });

  it('asks for leave to stop only where the one who gives it is there to the end', () => {
    const alone = kafkaProperties({ ...settings, places: places.slice(0, 1), nodeId: 1 });
    expect(alone['controlled.shutdown.enable']).toBe('true');
    expect(kafkaProperties(settings)['controlled.shutdown.enable']).toBe('false');
  });

  it('never makes a topic that nobody declared', () => {
    expect(kafkaProperties(settings)['auto.create.topics.enable']).toBe('false');
  });

  it('tells clients the loopback address whatever it binds', () => {
    const properties = kafkaProperties({ ...settings, bindHost: '0.0.0.0' });
    expect(properties.listeners).toContain('PLAINTEXT://0.0.0.0:1002');
    expect(properties['advertised.listeners']).toBe('PLAINTEXT://127.0.0.1:1002');
  });
});

describe('propertiesText', () => {
  it('is a line for each', () => {
    expect(propertiesText({ 'node.id': '1', listeners: 'a' })).toBe('node.id=1\nlisteners=a\n');
  });
});

describe('propertiesAsEnv', () => {
  it('names a property as the official image wants it', () => {
    expect(propertiesAsEnv({ 'log.dirs': '/d' })).toEqual({ KAFKA_LOG_DIRS: '/d' });
  });

  it('has no name that the image would read otherwise', () => {
    // There an underscore or a dash of a property is written as two or three underscores.
    for (const name of Object.keys(kafkaProperties(settings))) expect(name).toMatch(/^[a-z.]+$/);
  });
});
