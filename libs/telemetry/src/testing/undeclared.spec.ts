import { describe, expect, it } from '@jest/globals';
import type { DeclaredTelemetry } from '../declared.ts';
import { logOf } from '../log.ts';
import { collectLog } from './collect-log.ts';
import { undeclared } from './undeclared.ts';

const TELEMETRY = {
  made: {
    name: 'thing.made',
    kind: 'log event',
    level: 'info',
    attributes: ['count', 'by'],
    means: 'Things were made.',
  },
  making: { name: 'thing.making', kind: 'span', means: 'Things are being made.' },
} as const satisfies Record<string, DeclaredTelemetry>;

describe('undeclared', () => {
  it('finds nothing in lines that are as declared, though they lack a field', () => {
    const { lines } = collectLog();
    logOf('toy').info({ event: 'thing.made', count: 1 }, 'made');
    expect(lines).toHaveLength(1);
    expect(undeclared(lines, TELEMETRY)).toEqual([]);
  });

  it('finds another level, another field and another name, each once', () => {
    const { lines } = collectLog();
    const log = logOf('toy');
    log.warn({ event: 'thing.made', size: 1 }, 'made');
    log.warn({ event: 'thing.made', size: 2 }, 'made');
    log.info({ event: 'thing.making' }, 'making');
    expect(undeclared(lines, TELEMETRY)).toEqual([
      'thing.made: logged at warn',
      'thing.made: carries size',
      'thing.making: not declared',
    ]);
  });
});
