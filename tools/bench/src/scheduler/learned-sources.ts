import { Interest, type InterestRecord, type SourceRecord } from '@mayfly/echo';
import { seededRandom } from '@mayfly/testing';

const DAY = 86_400;
const HOUR = 3_600;
/** Histories of visits that differ; sources take them in turns. */
const HISTORIES = 256;
const PAGES = 30;
const CRAWLS = 7;

/** Sources that have been watched for a month, with rates, profits and decays over some decades. */
export function learnedSources(count: number, hosts: number): (source: number) => SourceRecord {
  const random = seededRandom(1);
  const histories = Array.from({ length: HISTORIES }, () => someHistory(random));
  const rates = Float32Array.from({ length: count }, () => 10 ** (-6 + 3 * random()));
  const waited = Float32Array.from({ length: count }, () => DAY * random());
  return (source) => {
    const links = rates[source]! * 6 * HOUR;
    return {
      source,
      host: source % hosts,
      begun: 30 * DAY - waited[source]!,
      crawls: CRAWLS,
      found: Array.from({ length: CRAWLS }, () => [Math.round(links), 6 * HOUR] as const),
      turnover: [5 * links, 30 * HOUR, 30],
      interest: histories[source % HISTORIES]!,
    };
  };
}

/** Pages born over a month, and their visits; most sources have few. */
function someHistory(random: () => number): InterestRecord {
  const interest = new Interest();
  interest.reserve(1);
  interest.begin(0, 0);
  interest.advance(0, 30 * DAY);
  const life = HOUR * 10 ** (2 * random());
  const profit = 10 ** (-2 + 3 * random());
  for (let i = 0; i < PAGES; i += 1) {
    const birth = 29 * DAY * random();
    interest.watch(0, birth, birth);
    for (let left = profit; random() < left; left -= 1) {
      interest.visit(0, 1, Math.min(DAY, -Math.log(1 - random()) * life));
    }
  }
  return interest.save(0);
}
