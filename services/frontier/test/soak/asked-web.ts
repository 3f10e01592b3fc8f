import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { eventually, startProcess, type StartedProcess } from '@mayfly/testing';
import type { Asked } from './manners-verdict.ts';

const MAIN = fileURLToPath(new URL('./asked-web-main.ts', import.meta.url));
const CONTROL = 'control';

/** How an answer came, by the clock of whoever asked. */
export interface Answered {
  readonly status: number;
  readonly tookMs: number;
}

/** The web server of a soak, in a process of its own, and the way to it. */
export class AskedWeb implements AsyncDisposable {
  readonly #process: StartedProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #asked: Asked[] = [];

  private constructor(process: StartedProcess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  static async start(): Promise<AskedWeb> {
    const process = startProcess({ name: 'asked-web', file: MAIN });
    await eventually(() => process.stdout.includes('\n'), { what: 'the web says where it is' });
    const { port } = JSON.parse(process.stdout) as { port: number };
    return new AskedWeb(process, port);
  }

  /** Makes a request. */
  async ask(host: string, path: string): Promise<Answered> {
    const startMs = performance.now();
    const { status } = await this.#get(host, path);
    return { status, tookMs: performance.now() - startMs };
  }

  /** Everything that was asked so far, as the server saw it; what is under way has no end. */
  async asked(): Promise<readonly Asked[]> {
    const { body } = await this.#get(CONTROL, '/report');
    const { open, ended } = JSON.parse(body) as { open: Asked[]; ended: Asked[] };
    this.#asked.push(...ended);
    return [...this.#asked, ...open];
  }

  #get(host: string, path: string): Promise<{ status: number; body: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const options = { host: '127.0.0.1', port: this.#port, path, agent: this.#agent };
    const call = request({ ...options, headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() });
      });
    });
    call.on('error', reject);
    call.end();
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    await this.#process.kill9();
  }
}
