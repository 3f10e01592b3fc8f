import { type ChildProcess, spawn } from 'node:child_process';
import { diesWithUs } from '@mayfly/testing';

/** Programs under way, so that an interrupted run leaves none behind. */
const running = new Set<ChildProcess>();

/**
 * Runs a program in a process group of its own, printing as it goes, or into an open file; resolves with its exit code.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdout: number | 'inherit' = 'inherit',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', stdout, 'inherit'],
      env,
      detached: true,
    });
    running.add(child);
    diesWithUs(child);
    child.on('error', reject);
    child.on('exit', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Ends every program with all that it started. */
export function endPrograms(): void {
  for (const child of running) {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}
