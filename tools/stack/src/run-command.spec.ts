import { describe, expect, it } from '@jest/globals';
import { runCommand } from './run-command.ts';

const options = { env: process.env, limitMs: 60_000 };
const node = process.execPath;

describe('runCommand', () => {
  it('keeps what was printed on standard output apart', async () => {
    const result = await runCommand(node, ['-e', 'console.log(1); console.error(2)'], options);
    expect([result.ok, result.stdout, result.problem]).toEqual([true, '1', '']);
  });

  it('passes lines on without colours, and none that says nothing', async () => {
    const lines: string[] = [];
    const onLine = (line: string) => void lines.push(line);
    const script = `console.log('\\x1b[0m\\x1b[0m'); console.log('\\x1b[1mhello\\x1b[m')`;
    await runCommand(node, ['-e', script], { ...options, onLine });
    expect(lines).toEqual(['hello']);
  });

  it('says that a program is not there', async () => {
    const result = await runCommand('no-such-program', [], options);
    expect(result.problem).toBe('`no-such-program` is not on the PATH');
  });

  it('gives the last words of a program that fails', async () => {
    const result = await runCommand(
      node,
      ['-e', 'console.error("no room"); process.exit(4)'],
      options,
    );
    expect(result.ok).toBe(false);
    expect(result.problem).toContain('ended with code 4: no room');
  });

  it('ends a program that takes too long, also when a child of it holds on to its output', async () => {
    const script = 'sleep 60 & echo $!; wait';
    const result = await runCommand('sh', ['-c', script], { ...options, limitMs: 2_000 });
    // Number('') is 0, and that is our whole process group.
    expect(result.stdout).toMatch(/^[1-9]\d*$/);
    process.kill(Number(result.stdout));
    expect(result.problem).toContain('did not end within 2 s');
  });
});
