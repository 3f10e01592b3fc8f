import type { SoakResult } from './soaks.ts';

/** For people. */
export function textLine({ engine, process, done, lost }: SoakResult): string {
  const words = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([what, count]) => `${count.toLocaleString('en')} ${spaced(what)}`)
      .join(', ');
  const whose = process === undefined ? engine : `${engine} ${process}`;
  return `${whose}: ${words(done)}; ${words(lost)}`;
}

/** As a person would write it: `halfWritten` is a name for scripts. */
function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** For scripts. */
export function jsonLine(soak: string, { engine, process, done, lost }: SoakResult): string {
  return JSON.stringify({ soak, engine, process, ...done, ...lost });
}

/** 1 when anything was lost on any engine. */
export function exitCodeFor(results: readonly SoakResult[]): number {
  return results.some(({ lost }) => Object.values(lost).some((count) => count !== 0)) ? 1 : 0;
}
