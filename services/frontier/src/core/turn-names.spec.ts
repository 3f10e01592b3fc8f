import { describe, expect, it } from '@jest/globals';
import type { HostKey, Url } from '@mayfly/url';
import { Books } from './books.ts';
import { newHost } from './host-state.ts';
import { hashOfUrl } from './row-id.ts';
import type { UrlName } from './rows.ts';
import { Turn } from './turn.ts';
import { parked } from './url-state.ts';

const HOSTS = ['a.test', 'b.test'] as HostKey[];
const nameOf = (host: HostKey, path: string): UrlName => ({
  ...{ bucket: 0, crawl: 'news', host },
  hash: hashOfUrl(`http://${host}/${path}` as Url),
});

function turnWith(hashedRows: number, urls = 0): Turn {
  const turn = new Turn({ bucket: 0, nowMs: 5, books: new Books(), hashedRows });
  for (const host of HOSTS) turn.knowHost(host, { ...newHost(0, host), urls });
  return turn;
}

function putNew(turn: Turn, name: UrlName, path: string): string {
  const key = turn.newKey(name);
  const found = {
    source: 'submit',
    sourceAttempt: 0,
    discoverMs: 5,
    depth: 0,
    hops: 0,
    seed: false,
  };
  turn.putUrl(parked({ ...key, url: `http://${name.host}/${path}` as Url, ...found }));
  return key.id;
}

describe('a turn', () => {
  it('finds what is new in it, and calls the rows of each host by numbers of its own', () => {
    const turn = turnWith(0);
    const [one, other] = HOSTS.map((host) => nameOf(host, '1')) as [UrlName, UrlName];
    expect(turn.find(one)).toBeUndefined();
    expect(putNew(turn, one, '1')).toBe(putNew(turn, other, '1'));
    expect(HOSTS.map((host) => turn.host(host).urls)).toEqual([1, 1]);
    expect([one, other].map((name) => turn.find(name)?.url)).toEqual([
      'http://a.test/1',
      'http://b.test/1',
    ]);
    expect(turn.changes().numbered.map(({ host, hash }) => ({ host, hash }))).toEqual([
      { host: one.host, hash: one.hash },
      { host: other.host, hash: other.hash },
    ]);
  });

  it('goes on where the host stands, and keeps beside only what is not called by its hash', () => {
    const turn = turnWith(8, 7);
    const names = ['1', '2'].map((path) => nameOf(HOSTS[0]!, path));
    const ids = names.map((name, at) => putNew(turn, name, String(at)));
    expect(ids).toEqual([names[0]!.hash, 'EA']);
    expect(turn.changes().numbered.map(({ id }) => id)).toEqual(['EA']);
  });

  it('knows nothing any more of what is removed in it', () => {
    const turn = turnWith(0);
    const name = nameOf(HOSTS[0]!, '1');
    putNew(turn, name, '1');
    turn.removeUrl(turn.find(name)!);
    expect(turn.find(name)).toBeUndefined();
  });
});
