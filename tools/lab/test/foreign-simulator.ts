import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { diesWithUs } from '@mayfly/testing';

const MAIN = join(import.meta.dirname, '../src/main.ts');

/** Starts `policy NAME --stdio` as a process of its own. */
export function startPolicy(name: string) {
  const child = spawn(process.execPath, [MAIN, 'policy', name, '--stdio'], { detached: true });
  diesWithUs(child);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    say: (message: unknown) => write(child, `${JSON.stringify(message)}\n`),
    sayRaw: (text: string) => write(child, text),
    answer: async () => (await answers.next()).value,
    end: async () => {
      child.stdin.end();
      return { code: await exited, stderr };
    },
  };
}

function write(child: ChildProcess, text: string): void {
  child.stdin!.write(text);
}

/** A web of few sources that publish at fixed times: half of them are read, the others never. */
export class TinyWeb {
  readonly sources = Array.from({ length: 20 }, (_, i) => `http://site${i % 5}.test/list${i}`);
  readonly #seen = new Map<string, number>();
  /** Clicks that were caught, of the pages that were crawled. */
  caught = 0;

  /** The number of pages a source has published by then; a page has its number and birth in its URL. */
  #count(at: number): number {
    return Math.floor(at / 600);
  }

  isRead(url: string): boolean {
    return Number(/list(\d+)/.exec(url)![1]) % 2 === 0;
  }

  crawl(url: string, at: number): object {
    const [, source, number] = /^(.*?list\d+)(?:\/(\d+))?$/.exec(url)!;
    if (number !== undefined) {
      const published = Number(number) * 600;
      if (this.isRead(url) && at - published < 3_600) this.caught++;
      return { kind: 'page', url, at, published };
    }
    const before = this.#seen.get(url) ?? 0;
    const now = this.#count(at);
    this.#seen.set(url, now);
    const links = [];
    for (let i = Math.max(before, now - 10); i < now; i++) links.push([`${source}/${i + 1}`, null]);
    return { kind: 'source', url, at, links, listed: 10, overflow: now - before >= 10 };
  }

  /** Every page of a read source is visited ten times in its first hour. */
  visits(from: number, to: number): [string, number][] {
    return this.sources
      .filter((url) => this.isRead(url))
      .flatMap((url) =>
        Array.from({ length: this.#count(to) }, (_, i) => i + 1).flatMap((number) =>
          Array.from({ length: 10 }, (__, k): [string, number] => [
            `${url}/${number}`,
            number * 600 + k * 360,
          ]),
        ),
      )
      .filter(([, at]) => at > from && at <= to);
  }
}
