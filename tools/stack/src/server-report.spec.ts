import { describe, expect, it } from '@jest/globals';
import { reportJson, reportLines } from './server-report.ts';

describe('reportLines', () => {
  it('shows no password of a given address', () => {
    const lines = reportLines({
      server: 'mongodb',
      state: 'up',
      message: 'answers',
      url: 'mongodb://me:secret@db.test:27017/?replicaSet=rs0',
    });
    expect(lines).toEqual(['MongoDB: answers', '  mongodb://***@db.test:27017/?replicaSet=rs0']);
  });

  it('tells a node that runs from one that does not', () => {
    const lines = reportLines({
      server: 'kafka',
      state: 'partly up',
      message: '1 of 2 nodes answer',
      nodes: [
        { name: 'kafka-1', address: '127.0.0.1:1', running: true, pid: 7 },
        { name: 'kafka-2', address: '127.0.0.1:2', running: false },
      ],
    });
    expect(lines.slice(1)).toEqual([
      '  kafka-1  127.0.0.1:1  pid 7',
      '  kafka-2  127.0.0.1:2  not running',
    ]);
  });
});

describe('reportJson', () => {
  it('is one object with an entry for each server', () => {
    const text = reportJson('/d', [
      { server: 'kafka', state: 'up', message: 'm', brokers: ['b:1'] },
    ]);
    expect(JSON.parse(text)).toEqual({
      data: '/d',
      kafka: { state: 'up', message: 'm', brokers: ['b:1'] },
    });
  });
});
