/** One waits until another rings. A ring that nobody waits for is heard by the next who does. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    if (wake === undefined) this.#hasRung = true;
    else wake();
  }

  rung(): Promise<void> {
    if (this.#hasRung) {
      this.#hasRung = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
