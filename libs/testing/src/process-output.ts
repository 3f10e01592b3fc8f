import type { Readable } from 'node:stream';

const TAIL_LINES = 40;

interface Waiter {
  readonly look: () => boolean;
}

/** Everything a process prints, as text and as whole lines, in the order in which it arrives. */
export class ProcessOutput {
  readonly lines: string[] = [];
  /** What came by each of the two ways alone. */
  readonly by = { stdout: '', stderr: '' };
  #text = '';
  #waiters: readonly Waiter[] = [];

  get text(): string {
    return this.#text;
  }

  /** The last lines, for the message of a failure. */
  get tail(): string {
    return this.#text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  }

  read(stream: Readable, way: 'stdout' | 'stderr'): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      this.#text += chunk;
      this.by[way] += chunk;
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      this.#append(parts);
    });
    stream.on('end', () => this.#append(rest === '' ? [] : [rest]));
  }

  /** Resolves with the first line from that index on that fits; `undefined` when the signal comes first. */
  async waitFor(
    fits: (line: string) => boolean,
    { from, signal }: { from: number; signal: AbortSignal },
  ): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    let next = from;
    const look = () => {
      for (; next < this.lines.length; next += 1) {
        const line = this.lines[next] ?? '';
        if (!fits(line)) continue;
        resolve(line);
        return true;
      }
      return false;
    };
    if (look()) return promise;
    if (signal.aborted) return undefined;
    const waiter = { look };
    const giveUp = () => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      resolve(undefined);
    };
    this.#waiters = [...this.#waiters, waiter];
    signal.addEventListener('abort', giveUp, { once: true });
    return promise;
  }

  #append(lines: readonly string[]): void {
    this.lines.push(...lines);
    this.#waiters = this.#waiters.filter((waiter) => !waiter.look());
  }
}
