import { FakeClock, builder, withSeed } from '@mayfly/testing';

const aLease = builder({ url: 'https://a.test/', ttlMs: 60_000 });

export async function example() {
  const clock = new FakeClock();
  const lease = aLease({ ttlMs: 5_000 });
  let expired = false;
  void clock.sleep(lease.ttlMs).then(() => (expired = true));

  await clock.advance(4_999);
  const before = expired;
  await clock.advance(1);

  const dice = await withSeed((random) => Math.ceil(random() * 6), 1);
  return { before, after: expired, dice };
}
