import { describe, expect, it } from '@jest/globals';
import { mongoHosts } from './mongo-hosts.ts';

describe('mongoHosts', () => {
  it.each([
    ['mongodb://127.0.0.1:27017/?replicaSet=rs0', ['127.0.0.1:27017']],
    ['mongodb://someone:pass%40word@a.test:1,b.test/db?tls=true', ['a.test:1', 'b.test']],
    ['mongodb+srv://someone:word@cluster.a.test', ['cluster.a.test']],
    ['mongodb://[::1]:27017', ['[::1]:27017']],
  ])('finds the hosts of %p and nothing else', (url, hosts) => {
    expect(mongoHosts(url)).toEqual(hosts);
  });

  it.each(['hello', 'mongodb://', 'http://a.test', 'mongodb://a.test:99999', 'mongodb://a b'])(
    'takes %p for no connection string',
    (url) => {
      expect(mongoHosts(url)).toBeUndefined();
    },
  );
});
