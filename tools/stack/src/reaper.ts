import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ProcessId } from './process-id.ts';

/** What is told to the process that cleans up after this one. */
export type ReaperMessage =
  | { readonly type: 'watch'; readonly id: ProcessId }
  | { readonly type: 'forget'; readonly id: ProcessId }
  /** A program with its arguments that removes something, such as a container. */
  | { readonly type: 'run'; readonly command: readonly string[] }
  | { readonly type: 'remove'; readonly folder: string }
  | { readonly type: 'dismiss' };

/**
 * A second process that outlives this one by a moment. It reads from this process until the end of the
 * line, which comes also when this process is killed with no chance to say anything, and then kills and
 * removes what it was told of. Whoever ends tidily dismisses it instead.
 */
export class Reaper {
  readonly pid: number | undefined;
  private readonly line: Socket;

  constructor(env: NodeJS.ProcessEnv) {
    const program = fileURLToPath(new URL('./reaper-main.ts', import.meta.url));
    const child = spawn(process.execPath, [program], {
      env: { ...env, NODE_OPTIONS: '' },
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.unref();
    this.pid = child.pid;
    this.line = child.stdin as Socket;
    // If the reaper was ended by somebody, this process goes on and stops its servers itself.
    child.on('error', () => undefined);
    this.line.on('error', () => undefined);
    this.line.unref();
  }

  tell(message: ReaperMessage): void {
    this.line.write(`${JSON.stringify(message)}\n`);
  }

  dismiss(): void {
    this.tell({ type: 'dismiss' });
    this.line.end();
  }
}
