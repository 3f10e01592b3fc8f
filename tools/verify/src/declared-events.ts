import { readFileSync } from 'node:fs';
import { trackedFiles } from './tracked-files.ts';

const EVENT_BY_HAND = /\bevent: (['"`])/;
const INSTRUMENT_BY_HAND = /\.create(?:Observable)?(?:Counter|UpDownCounter|Histogram|Gauge)\(/;

/** A name written where it is used is one that the page does not know. */
export async function undeclaredEvents(): Promise<string[]> {
  return trackedFiles('libs/*/src/*.ts', 'services/*/src/*.ts', 'tools/*/src/*.ts')
    .filter((path) => !path.endsWith('.spec.ts') && !path.startsWith('libs/telemetry/'))
    .flatMap((path) => eventProblems(path, readFileSync(path, 'utf8')));
}

/** The same for the text of one file. */
export function eventProblems(path: string, text: string): string[] {
  return [
    ...(EVENT_BY_HAND.test(text) ? [`${path}: an event that is not in a TELEMETRY list`] : []),
    ...(INSTRUMENT_BY_HAND.test(text)
      ? [`${path}: an instrument that is not made from a TELEMETRY list`]
      : []),
  ];
}
