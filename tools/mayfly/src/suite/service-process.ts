import { fileURLToPath } from 'node:url';
import { type StartedProcess, startProcess } from '@mayfly/testing';
import type { ServiceName } from './addresses.ts';

const SERVICES_FOLDER = new URL('../../../../services/', import.meta.url);
/** Long enough to watch an owner that was killed for ten seconds before it is replaced. */
const START_WITHIN_MS = 60_000;

/** One service in a process of its own, which can be ended and started again at the same address. */
export class ServiceProcess {
  readonly service: ServiceName;
  readonly address: string;
  readonly #env: Readonly<Record<string, string>>;
  #process: StartedProcess | undefined;

  constructor(service: ServiceName, address: string, env: Readonly<Record<string, string>>) {
    this.service = service;
    this.address = address;
    this.#env = env;
  }

  /** The process as it runs now. */
  get process(): StartedProcess {
    if (this.#process === undefined) throw new Error(`${this.service} was not started`);
    return this.#process;
  }

  /** Starts it and waits until it serves. */
  async start(): Promise<void> {
    const at = (file: string) =>
      fileURLToPath(new URL(`${this.service}/src/${file}`, SERVICES_FOLDER));
    this.#process = startProcess({
      name: `${this.service} at ${this.address}`,
      file: at('main.ts'),
      nodeArgs: [
        '--disable-warning=TimeoutNegativeWarning',
        // Little room for young objects: taken late and given back, more of it would be a fifth of a service's memory.
        '--max-semi-space-size=4',
        ...['--import', at('telemetry.ts')],
      ],
      env: { ...this.#env },
    });
    await this.#process.waitForLine('"process.started"', { withinMs: START_WITHIN_MS });
  }

  /** Asks it to stop; 0 is the only good answer. */
  async stop(): Promise<number | null> {
    const { code } = await this.process.stop();
    return code;
  }
}
