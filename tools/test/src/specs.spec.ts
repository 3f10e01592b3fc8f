import { describe, expect, it } from '@jest/globals';
import { leftOut, serversNeeded, serversOf } from './specs.ts';

const SPECS = [
  '/r/libs/store/test/a.lmdb.spec.ts',
  '/r/libs/store/test/a.mongodb.spec.ts',
  '/r/services/frontier/test/frontier.embedded.spec.ts',
  '/r/services/frontier/test/frontier.cluster.spec.ts',
  '/r/tools/toy-service/test/failures.spec.ts',
  '/r/libs/stream/test/outage.own-kafka.spec.ts',
  '/r/tools/soak/test/walk.own-cluster.spec.ts',
];

describe('serversOf', () => {
  it('is both for a cluster, and none for what runs on files or on nothing', () => {
    expect(SPECS.map(serversOf)).toEqual([
      [],
      ['mongodb'],
      [],
      ['mongodb', 'kafka'],
      [],
      ['own-kafka'],
      ['own-mongodb', 'own-kafka'],
    ]);
  });
});

describe('serversNeeded', () => {
  it('is none when no spec names a server', () => {
    expect(serversNeeded(SPECS.filter((spec) => /lmdb|embedded|toy/.test(spec)))).toEqual([]);
  });

  it('names each server once', () => {
    expect(serversNeeded(SPECS)).toEqual(['kafka', 'mongodb', 'own-kafka', 'own-mongodb']);
  });
});

describe('leftOut', () => {
  it('counts a cluster when either of its servers is missing', () => {
    expect(leftOut(SPECS, ['kafka'])).toEqual(['*.cluster.spec.ts (1 file)']);
    expect(leftOut(SPECS, ['mongodb'])).toEqual([
      '*.mongodb.spec.ts (1 file)',
      '*.cluster.spec.ts (1 file)',
    ]);
  });
});
