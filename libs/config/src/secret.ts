import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** A value that can be used but not printed by accident: logs, JSON and messages show `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.freeze(this);
  }

  /** The value itself; call it where it is used, and keep the result nowhere. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
