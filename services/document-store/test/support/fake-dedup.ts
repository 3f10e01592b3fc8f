import {
  DedupServiceDefinition,
  type Document,
  type Judgement,
  Verdict,
} from '@mayfly/contracts/dedup/v1';
import { openServer, type RunningServer, serve } from '@mayfly/grpc';

/** dedup by its contract, in memory; it can go away and come back at the same address. */
export class FakeDedup {
  readonly #firsts = new Map<string, string>();
  readonly #verdicts = new Map<string, Judgement>();
  #server: RunningServer | undefined;
  #port = 0;
  /** Every document that was asked about. */
  readonly asked: Document[] = [];

  async start(): Promise<void> {
    this.#server = await openServer({
      service: 'dedup',
      address: { host: '127.0.0.1', port: this.#port },
      random: Math.random,
      services: [
        serve(DedupServiceDefinition, {
          judgeDocuments: async ({ documents }) => ({
            judgements: documents.map((document) => this.#judge(document)),
          }),
        }),
      ],
    });
    this.#port = this.#server.port;
    this.#server.setServing(true);
  }

  get target(): string {
    return `dns:///127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    await this.#server?.close({ drainMs: 0 });
    this.#server = undefined;
  }

  askedAbout(url: string): number {
    return this.asked.filter((document) => document.url === url).length;
  }

  #judge(document: Document): Judgement {
    this.asked.push(document);
    const { url, attempt, contentSha256 } = document;
    const known = this.#verdicts.get(`${url} ${attempt}`);
    if (known !== undefined) return known;
    const hash = Buffer.from(contentSha256).toString('hex');
    const first = this.#firsts.get(hash) ?? url;
    this.#firsts.set(hash, first);
    const judgement: Judgement =
      first === url
        ? { verdict: Verdict.VERDICT_UNIQUE }
        : { verdict: Verdict.VERDICT_SAME, duplicateOf: first };
    this.#verdicts.set(`${url} ${attempt}`, judgement);
    return judgement;
  }
}
