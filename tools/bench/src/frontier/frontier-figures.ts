import type { Figure } from '../figure.ts';
import type { LoadOrder, LoadResult } from './load-order.ts';
import { percentile } from './percentile.ts';

/** How large a run was. */
export interface About {
  readonly urls: number;
  readonly hosts: number;
}

/** One step and what it came to. */
export interface Measured {
  readonly step: LoadOrder['step'];
  readonly result: LoadResult;
}

/** All that was measured of one server. */
export interface Whole {
  readonly measured: readonly Measured[];
  /** All that is resident, mapped pages of the data file included. */
  readonly rssMb?: number;
  /** Of that what is no file: the kernel cannot take it back. */
  readonly anonMb?: number;
  readonly bytesPerUrl?: number;
  readonly readySeconds?: number | undefined;
}

const RATES = {
  'submit-new': 'submit_new',
  'submit-known': 'submit_known',
  'lease-settle': 'lease_settle',
} as const;

/** Our figures; where a peer did the same, its own stand beside. */
export function ours({ urls, hosts }: About, whole: Whole, peer?: Whole): Figure[] {
  const figureOf = (figure: string, value: number | undefined, unit: string, more?: More) =>
    value === undefined
      ? []
      : [
          {
            ...{ bench: 'frontier', figure, value, unit },
            about: { urls, hosts, ...more?.about },
            ...(more?.peer === undefined
              ? {}
              : { peer: { name: 'urlfrontier', value: more.peer } }),
          },
        ];
  const rates = Object.entries(RATES).flatMap(([step, name]) =>
    figureOf(`${name}_per_second`, rateOf(whole, step), 'URLs/s', { peer: rateOf(peer, step) }),
  );
  const cpu = Object.entries(RATES).flatMap(([step, operation]) =>
    figureOf('cpu_us_per_url', cpuOf(whole, step), 'us', { about: { operation } }),
  );
  return [
    ...rates,
    ...figureOf('lease_p99_ms', p99Of(whole), 'ms', { peer: p99Of(peer) }),
    ...figureOf('ready_seconds', whole.readySeconds, 's'),
    ...cpu,
    ...figureOf('rss_mb', whole.rssMb, 'MB'),
    ...figureOf('anon_mb', whole.anonMb, 'MB'),
    ...figureOf('bytes_per_url', whole.bytesPerUrl, 'B'),
  ];
}

interface More {
  readonly about?: Readonly<Record<string, string>>;
  readonly peer?: number | undefined;
}

const resultOf = (whole: Whole | undefined, step: string) =>
  whole?.measured.find((each) => each.step === step)?.result;

function rateOf(whole: Whole | undefined, step: string): number | undefined {
  const result = resultOf(whole, step);
  return result && result.urls / result.seconds;
}

function cpuOf(whole: Whole, step: string): number | undefined {
  const result = resultOf(whole, step);
  return result?.cpuUs === undefined ? undefined : result.cpuUs / result.urls;
}

function p99Of(whole: Whole | undefined): number | undefined {
  const timesMs = resultOf(whole, 'lease-times')?.timesMs;
  return timesMs && percentile(timesMs, 0.99);
}
