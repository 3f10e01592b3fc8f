import {
  DayReaders,
  isRobotAgent,
  markOf,
  readerOf,
  ReaderPace,
  saltOf,
  sketchSize,
} from '@mayfly/readers';

export function example() {
  const salt = saltOf(new Uint8Array(32));
  const day = 20_000;
  const pace = new ReaderPace({ perMinute: 100, perDay: 1_000 }, 10_000);
  const readers = new DayReaders(sketchSize(100_000, 0.01));
  const visits = [
    { url: 'http://a.test/1', key: '192.0.2.7 Firefox', agent: 'Mozilla/5.0 Firefox/140.0' },
    { url: 'http://a.test/1', key: '192.0.2.7 Firefox', agent: 'Mozilla/5.0 Firefox/140.0' },
    { url: 'http://a.test/1', key: '192.0.2.8 bot', agent: 'Googlebot/2.1' },
  ];
  const counted = visits.filter(({ url, key, agent }, second) => {
    const reader = readerOf(salt, key);
    if (isRobotAgent(agent) || pace.isTooFast(reader, second * 1_000)) return false;
    const mark = markOf(reader, url);
    const isFirst = !readers.has(day, mark);
    readers.add(day, [mark]);
    return isFirst;
  });
  return { counted: counted.length, kept: readers.takeChanged().length };
}
