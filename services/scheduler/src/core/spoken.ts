const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** A length of time in the largest unit of which there are at least two. */
export function spokenSeconds(seconds: number): string {
  const [length, name] = UNITS.find(([each]) => seconds >= 2 * each) ?? [1, 's'];
  return `${spokenNumber(seconds / length)} ${name}`;
}

/** A number as far as anybody wants to know it. */
export function spokenNumber(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return `${value}`;
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en');
  return Math.abs(value) < 0.001 ? value.toExponential(1) : `${Number(value.toPrecision(3))}`;
}

/** A number of visits. */
export function spokenVisits(visits: number): string {
  return `${spokenNumber(visits)} ${visits === 1 ? 'visit' : 'visits'}`;
}

const RATES: readonly (readonly [seconds: number, name: string])[] = [
  [1, 'a second'],
  [60, 'a minute'],
  [3_600, 'an hour'],
];

/** A rate in the unit in which it is at least one, else by the day. */
export function spokenRate(perSecond: number): string {
  const [length, name] = RATES.find(([each]) => perSecond * each >= 1) ?? [86_400, 'a day'];
  return `${spokenNumber(perSecond * length)} ${name}`;
}
