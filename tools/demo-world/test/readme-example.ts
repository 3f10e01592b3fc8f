import { systemClock } from '@mayfly/clock';
import { disallowedRequests, impoliteRequests, leadsTo, openDemoWorld } from '@mayfly/demo-world';

export async function example() {
  await using world = await openDemoWorld({
    clock: systemClock,
    frozen: true,
    articles: 40,
    extra: { 'http://harbour-news.test/here': leadsTo('http://no-rules.test/about', 302) },
  });
  const expected = world.reachable({ seeds: ['http://harbour-news.test/here'] });

  await fetch(`http://${world.address}/here`, { redirect: 'manual' });

  return {
    first: expected[0]?.expected,
    tooEarly: impoliteRequests(world.log.entries, { delayMs: 1_000 }).length,
    forbidden: disallowedRequests(world.log.entries, world).map(({ reason }) => reason),
  };
}
