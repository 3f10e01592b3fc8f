/** Shows on standard error how far a run is: in place on a terminal, otherwise a line per file that is done. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  #shownMs = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  at(file: string, lines: number): void {
    if (!this.#out.isTTY || performance.now() - this.#shownMs < 100) return;
    this.#shownMs = performance.now();
    this.#out.write(`\r\x1b[K${file}: ${lines.toLocaleString('en')} lines`);
  }

  done(file: string, what: string): void {
    this.say(`${file}: ${what}`);
  }

  say(line: string): void {
    this.#out.write(`${this.#out.isTTY ? '\r\x1b[K' : ''}${line}\n`);
  }
}
