import type { ParseArgsOptionsConfig } from 'node:util';
import { countOption, UsageError } from '@mayfly/command-line';
import { findWay, GivenServerError, isGiven } from '@mayfly/stack';
import { benchStore } from '@mayfly/store/bench';
import { benchStream } from '@mayfly/stream/bench';
import type { Figure } from '../figure.ts';

const ENGINES = ['lmdb', 'mongodb', 'kafka'] as const;
type Engine = (typeof ENGINES)[number];

export const ENGINES_OPTIONS = {
  engine: { type: 'string', multiple: true, default: [] },
  seconds: { type: 'string', default: '6' },
  batch: { type: 'string', default: '500' },
} as const satisfies ParseArgsOptionsConfig;

interface Measurement {
  readonly seconds: number;
  readonly batch: number;
  readonly say: (line: string) => void;
}

/** Durable rows and messages per second, each beside the bare library doing the same in the same run. */
export async function benchEngines(
  values: Readonly<Record<string, unknown>>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const named = values.engine as string[];
  const unknown = named.filter((name) => !ENGINES.some((engine) => engine === name));
  if (unknown.length > 0) {
    throw new UsageError(
      `--engine: must be one of ${ENGINES.join(', ')}; it is ${unknown.join(', ')}`,
    );
  }
  const measurement = {
    seconds: countOption('seconds', values.seconds),
    batch: countOption('batch', values.batch),
    say,
  };
  const figures: Figure[] = [];
  for (const engine of ENGINES) {
    if (named.length > 0 ? named.includes(engine) : await canBeHad(engine, say)) {
      figures.push(...(await measure(engine, measurement)));
    }
  }
  return figures;
}

/** Leaves out a server that this machine cannot have, unless it was asked for by name or address. */
async function canBeHad(engine: Engine, say: (line: string) => void): Promise<boolean> {
  if (engine === 'lmdb') return true;
  const { way, tried } = await findWay(engine, process.env);
  if (way !== undefined) return true;
  if (isGiven(engine, process.env)) throw new GivenServerError(engine, tried);
  say(`${engine}: not measured, because no server can be had:`);
  for (const refusal of tried) say(`  ${refusal.way}: ${refusal.reason}`);
  return false;
}

async function measure(engine: Engine, measurement: Measurement): Promise<Figure[]> {
  const rows = engine === 'kafka' ? [] : [await storeFigure(engine, measurement)];
  const messages = engine === 'mongodb' ? [] : await streamFigures(engine, measurement);
  return [...rows, ...messages];
}

async function storeFigure(engine: 'lmdb' | 'mongodb', measurement: Measurement): Promise<Figure> {
  const { ours, bare } = await benchStore({ engine, ...measurement });
  return figure('rows_per_second', { engine, unit: 'rows/s', ours, bare });
}

async function streamFigures(
  engine: 'lmdb' | 'kafka',
  measurement: Measurement,
): Promise<Figure[]> {
  const { publish, consume } = await benchStream({ engine, ...measurement });
  return [
    figure('messages_per_second', { engine, direction: 'publish', unit: 'messages/s', ...publish }),
    figure('messages_per_second', { engine, direction: 'consume', unit: 'messages/s', ...consume }),
  ];
}

function figure(
  name: string,
  measured: { engine: Engine; direction?: string; unit: string; ours: number; bare: number },
): Figure {
  const { engine, direction, unit, ours, bare } = measured;
  return {
    bench: 'engines',
    figure: name,
    about: { engine, ...(direction === undefined ? {} : { direction }) },
    value: ours,
    unit,
    peer: { name: 'bare', value: bare },
  };
}
