import type { Kind } from './kind.ts';
import { type Bounds, boundsText, withinBounds } from './number-kinds.ts';

type Units = readonly (readonly [unit: string, worth: number])[];

/** From the largest, so that a value is shown in the largest unit that fits it exactly. */
const TIMES: Units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

/** KB, MB and GB count by 1000 as disks do; KiB, MiB and GiB by 1024 as memory does. */
const SIZES: Units = [
  ['GiB', 1_073_741_824],
  ['GB', 1_000_000_000],
  ['MiB', 1_048_576],
  ['MB', 1_000_000],
  ['KiB', 1_024],
  ['KB', 1_000],
  ['B', 1],
];

/** Bounds in the base unit (ms or bytes); a name that says its unit also takes a bare number of it. */
export interface UnitOptions extends Bounds {
  readonly bare: boolean;
}

/** A length of time, in milliseconds. */
export function durationKind(options: UnitOptions): Kind<number> {
  const example = 'a time such as 250ms, 30s, 5m, 2h or 1d';
  return unitKind('duration', TIMES, { ...options, example, bareMeans: 'milliseconds' });
}

/** An amount of bytes. */
export function sizeKind(options: UnitOptions): Kind<number> {
  const example = 'a size such as 512B, 64KB (1000 bytes each), 10MB, 1GB or 1MiB (1024 KiB)';
  return unitKind('size', SIZES, { ...options, example, bareMeans: 'bytes' });
}

function unitKind(
  type: 'duration' | 'size',
  units: Units,
  { bare, example, bareMeans, ...bounds }: UnitOptions & { example: string; bareMeans: string },
): Kind<number> {
  const show = (value: number) => {
    const [unit, worth] = units.find(([, worth]) => value !== 0 && value % worth === 0) ??
      units.at(-1) ?? ['', 1];
    return `${value / worth}${unit}`;
  };
  const worthOf = new Map(bare ? [...units, ['', 1] as const] : units);
  return {
    type,
    range:
      `${example}${bare ? `, or a bare number of ${bareMeans},` : ','}${boundsText(bounds, show)}`.replace(
        /,$/,
        '',
      ),
    parse: (text) => {
      const [, digits = '', unit = ''] = /^(\d+)([a-z]*)$/i.exec(text) ?? [];
      const worth = worthOf.get(unit);
      if (digits === '') return { wrong: `not a ${type}` };
      if (worth === undefined) {
        return { wrong: unit === '' ? 'has no unit' : `unknown unit ${unit}` };
      }
      const value = Number(digits) * worth;
      if (!Number.isSafeInteger(value)) return { wrong: 'too large' };
      return withinBounds(value, bounds);
    },
    show,
    neutral: bounds.min ?? 0,
  };
}
