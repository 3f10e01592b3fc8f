import { describe, expect, it } from '@jest/globals';
import { counterOf, gaugeOf, histogramOf, upDownCounterOf } from './instruments.ts';
import { collectTelemetry } from './testing/collect-telemetry.ts';

const about = { means: 'For this spec.', unit: '{thing}' };
// Made before anything collects, as modules make them.
const counted = counterOf('toy', { ...about, name: 'toy.counted', kind: 'counter' });
const open = upDownCounterOf('toy', { ...about, name: 'toy.open', kind: 'up-down counter' });
const height = gaugeOf('toy', { ...about, name: 'toy.height', kind: 'gauge' });
const took = histogramOf('toy', {
  ...about,
  name: 'toy.took',
  kind: 'histogram',
  buckets: [0.1, 1],
});

describe('instruments', () => {
  it('count although they were made before the SDK started', async () => {
    counted(100);
    const telemetry = collectTelemetry();
    counted(2, { outcome: 'ok' });
    counted(1, { outcome: 'ok' });
    open(3);
    open(-1);
    height(7);
    took(0.5);
    const metrics = await telemetry.metrics();
    const values = (name: string): unknown =>
      metrics.get(name)?.dataPoints.map(({ attributes, value }) => ({ attributes, value }));
    expect(values('toy.counted')).toEqual([{ attributes: { outcome: 'ok' }, value: 3 }]);
    expect(values('toy.open')).toEqual([{ attributes: {}, value: 2 }]);
    expect(values('toy.height')).toEqual([{ attributes: {}, value: 7 }]);
    expect(metrics.get('toy.took')?.dataPoints[0]?.value).toMatchObject({
      buckets: { boundaries: [0.1, 1], counts: [0, 1, 0] },
    });
    expect(metrics.get('toy.counted')?.descriptor).toMatchObject({
      unit: '{thing}',
      description: 'For this spec.',
    });
    await telemetry.stop();
  });
});
