import type { Servers } from './servers.ts';
import { leftOut } from './specs.ts';

/** The box at the end. Loud, because a green run that tried less than it seems to is worse than a red one. */
export function didNotRun(specs: readonly string[], missing: Servers['missing']): string {
  if (missing.length === 0) return '';
  const bar = '!'.repeat(78);
  const names = leftOut(
    specs,
    missing.map(({ server }) => server),
  );
  const reasons = [...new Set(missing.map(({ reason }) => reason))];
  const lines = [
    `Tests on real servers DID NOT RUN: ${names.join(', ')}`,
    ...reasons.flatMap((reason) => reason.split('\n')),
  ];
  return `\n${bar}\n${lines.map((line) => `! ${line}\n`).join('')}${bar}\n`;
}
