import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

export interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly limitMs: number;
  readonly cwd?: string;
  /** Called with each line that says something, while the command runs. */
  readonly onLine?: (line: string) => void;
}

export interface CommandResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** What it wrote to standard output and standard error. */
  readonly output: string;
  /** Why it is not ok, as a sentence for a person; empty when it is. */
  readonly problem: string;
}

/** Runs a program to its end. Never throws: that a program is missing or fails is an answer here. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: options.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: string[] = [];
    const all: string[] = [];
    const take = (raw: string): void => {
      const line = stripVTControlCharacters(raw);
      all.push(line);
      if (line.trim() !== '') options.onLine?.(line);
    };
    createInterface({ input: child.stdout }).on('line', (line) => {
      out.push(line);
      take(line);
    });
    createInterface({ input: child.stderr }).on('line', take);

    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
      // A grandchild may hold the pipes open; the answer does not wait for it.
      child.stdout.destroy();
      child.stderr.destroy();
    }, options.limitMs);
    const end = (problem: string): void => {
      clearTimeout(timer);
      resolve({ ok: problem === '', stdout: out.join('\n'), output: all.join('\n'), problem });
    };
    child.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ENOENT' ? `\`${program}\` is not on the PATH` : error.message),
    );
    child.once('close', (code, signal) => {
      const command = `\`${program} ${args[0] ?? ''}\``;
      if (timedOut) end(`${command} did not end within ${options.limitMs / 1000} s`);
      else if (code === 0) end('');
      else end(`${command} ended with ${signal ?? `code ${code}`}: ${lastWords(all)}`);
    });
  });
}

function lastWords(lines: readonly string[]): string {
  const spoken = lines.filter((line) => line.trim() !== '').slice(-3);
  return spoken.length === 0 ? 'it said nothing' : spoken.join(' / ').trim();
}
