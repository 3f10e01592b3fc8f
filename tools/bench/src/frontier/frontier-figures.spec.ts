import { describe, expect, it } from '@jest/globals';
import { figureLine } from '../figure.ts';
import { ours } from './frontier-figures.ts';

const ABOUT = { urls: 1_000, hosts: 10 };
const TIMES = { step: 'lease-times', result: { seconds: 1, urls: 200, timesMs: [4, 8] } } as const;

describe('figures of a frontier', () => {
  const measured = [
    { step: 'submit-new', result: { seconds: 2, urls: 1_000, cpuUs: 30_000 } },
    { step: 'submit-known', result: { seconds: 1, urls: 1_000, cpuUs: 10_000 } },
    { step: 'lease-settle', result: { seconds: 1, urls: 500, cpuUs: 25_000 } },
    TIMES,
  ] as const;
  const whole = { measured, rssMb: 100, anonMb: 80, bytesPerUrl: 250, readySeconds: 2 };

  it('name the URLs and hosts, and the operation where there are several', () => {
    const lines = ours(ABOUT, whole).map((figure) => JSON.parse(figureLine(figure)) as object);
    const sized = { bench: 'frontier', ...ABOUT };
    expect(lines).toEqual([
      { ...sized, figure: 'submit_new_per_second', value: 500, unit: 'URLs/s' },
      { ...sized, figure: 'submit_known_per_second', value: 1_000, unit: 'URLs/s' },
      { ...sized, figure: 'lease_settle_per_second', value: 500, unit: 'URLs/s' },
      { ...sized, figure: 'lease_p99_ms', value: 8, unit: 'ms' },
      { ...sized, figure: 'ready_seconds', value: 2, unit: 's' },
      { ...sized, figure: 'cpu_us_per_url', operation: 'submit_new', value: 30, unit: 'us' },
      { ...sized, figure: 'cpu_us_per_url', operation: 'submit_known', value: 10, unit: 'us' },
      { ...sized, figure: 'cpu_us_per_url', operation: 'lease_settle', value: 50, unit: 'us' },
      { ...sized, figure: 'rss_mb', value: 100, unit: 'MB' },
      { ...sized, figure: 'anon_mb', value: 80, unit: 'MB' },
      { ...sized, figure: 'bytes_per_url', value: 250, unit: 'B' },
    ]);
  });

  it('have the peer beside them where it did the same', () => {
    const result = { seconds: 4, urls: 1_000 };
    const peer = { measured: [{ step: 'submit-new', result }, TIMES] } as const;
    const figures = ours(ABOUT, whole, peer);
    const peers = figures.map(({ figure, peer: beside }) => [figure, beside?.value]);
    expect(peers.filter(([, value]) => value !== undefined)).toEqual([
      ['submit_new_per_second', 250],
      ['lease_p99_ms', 8],
    ]);
  });
});
