import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessOutput } from './process-output.ts';

/** How a process ended: by itself with a code, or by a signal. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface Parts {
  readonly name: string;
  readonly pid: number;
  readonly output: ProcessOutput;
  readonly exited: Promise<ProcessEnd>;
  readonly send: (signal: NodeJS.Signals) => void;
}

/** A running process in the hands of a test. `await using` ends it with the block. */
export class StartedProcess implements AsyncDisposable {
  readonly name: string;
  readonly pid: number;
  /** How it ended, once it has; its output is complete then. */
  readonly exited: Promise<ProcessEnd>;
  readonly #output: ProcessOutput;
  readonly #send: (signal: NodeJS.Signals) => void;
  #ended = false;

  constructor({ name, pid, output, exited, send }: Parts) {
    this.name = name;
    this.pid = pid;
    this.#output = output;
    this.#send = send;
    this.exited = exited.then((end) => {
      this.#ended = true;
      return end;
    });
  }

  /** Everything it printed so far, in order of arrival; between the two ways that order is the kernel's. */
  get output(): string {
    return this.#output.text;
  }

  /** What it printed on standard output alone. */
  get stdout(): string {
    return this.#output.by.stdout;
  }

  /** What it printed on standard error alone. */
  get stderr(): string {
    return this.#output.by.stderr;
  }

  /** The output as whole lines. */
  get lines(): readonly string[] {
    return this.#output.lines;
  }

  /** Waits for a line, printed already or still to come; `from` skips that many of the first lines. */
  async waitForLine(
    pattern: RegExp | string,
    { withinMs = 60_000, from = 0 }: { withinMs?: number; from?: number } = {},
  ): Promise<string> {
    const fits = (line: string) =>
      typeof pattern === 'string' ? line.includes(pattern) : line.search(pattern) >= 0;
    const enough = new AbortController();
    const timer = setTimeout(() => enough.abort(), withinMs);
    void this.exited.then(() => enough.abort());
    const line = await this.#output.waitFor(fits, { from, signal: enough.signal });
    clearTimeout(timer);
    if (line !== undefined) return line;
    throw this.#failure(
      this.#ended
        ? `ended without a line like ${String(pattern)}`
        : `printed no line like ${String(pattern)} within ${withinMs} ms`,
    );
  }

  /** Pulls the plug: nothing in the process gets a chance to clean up. */
  async kill9(): Promise<ProcessEnd> {
    this.signal('SIGKILL');
    return this.exited;
  }

  /** Asks it to stop and waits; a process that does not is killed, and that is a failure. */
  async stop(
    signal: NodeJS.Signals = 'SIGTERM',
    { withinMs = 60_000 }: { withinMs?: number } = {},
  ): Promise<ProcessEnd> {
    this.signal(signal);
    const enough = new AbortController();
    const end = await Promise.race([
      this.exited,
      delay(withinMs, undefined, { signal: enough.signal }),
    ]);
    enough.abort();
    if (end !== undefined) return end;
    await this.kill9();
    throw this.#failure(`did not end within ${withinMs} ms after ${signal}`);
  }

  /** Stops it in mid-air: alive for the kernel, silent for everyone else. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  /** Lets a frozen process go on. */
  thaw(): void {
    this.signal('SIGCONT');
  }

  /** Sends any signal; a process that has ended gets none, nor does whoever has its number now. */
  signal(signal: NodeJS.Signals): void {
    this.#send(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill9();
  }

  #failure(what: string): Error {
    return new Error(`${this.name} ${what}; the end of its output:\n${this.#output.tail}`);
  }
}
