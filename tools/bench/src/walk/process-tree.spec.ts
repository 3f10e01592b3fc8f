import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { childrenCpuSeconds, endedChildrenCpuSeconds, highWaterMb } from './process-tree.ts';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

describe('childrenCpuSeconds', () => {
  it('adds user and system time, whatever the program is called', () => {
    const stat = '7 (a) (b c)) S 1 7 7 0 -1 4194560 100 200 0 0 11 12 150 25 20 0 4 0 5 6 7';
    expect(childrenCpuSeconds(stat)).toBe(1.75);
  });
});

describe('highWaterMb', () => {
  it('reads the mark, and nothing of a process that is gone', () => {
    expect(highWaterMb('Name:\tnode\nVmPeak:\t 9 kB\nVmHWM:\t  2048 kB\nVmRSS:\t 1 kB\n')).toBe(2);
    expect(highWaterMb('')).toBe(0);
  });
});

onLinux('endedChildrenCpuSeconds', () => {
  it('grows by what a child has used, and by what its own child has', () => {
    const before = endedChildrenCpuSeconds();
    const busy =
      'const end = process.cpuUsage().user + 150000; while (process.cpuUsage().user < end);';
    const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
    spawnSync(process.execPath, ['-e', nested]);
    expect(endedChildrenCpuSeconds() - before).toBeGreaterThanOrEqual(0.14);
  });
});
