import { appendFileSync, readFileSync } from 'node:fs';

/** One request as the server saw it. Times are of the monotonic clock that the world was given. */
export interface Access {
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly url: string;
  readonly method: string;
  readonly userAgent: string;
  /** Its head had come. */
  readonly startMs: number;
  /** The answer was handed over, or the connection was gone; absent while neither is so. */
  endMs?: number;
  /** Absent where no answer was begun. */
  status?: number;
  /** Of the body, as its head promised; 0 where it promised nothing. */
  bytes: number;
  /** Whether the connection was gone before the answer was complete. */
  aborted: boolean;
  /** How long the answer asked to be left alone. */
  retryAfterMs?: number;
}

/** Where the log goes. */
export interface AccessLogOptions {
  /** Requests kept in memory; of more the oldest go and are counted. */
  readonly limit: number;
  /** A file of JSON lines to which each request is appended when it has ended. */
  readonly file?: string;
}

/** Every request, in order of arrival. */
export class AccessLog {
  readonly #options: AccessLogOptions;
  #entries: Access[] = [];
  #dropped = 0;
  #total = 0;

  constructor(options: AccessLogOptions) {
    this.#options = options;
  }

  /** The requests in memory, also those that have not ended. */
  get entries(): readonly Access[] {
    return this.#entries;
  }

  /** How many old ones had to go. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How many there ever were. */
  get total(): number {
    return this.#total;
  }

  begin(request: Omit<Access, 'bytes' | 'aborted'>): Access {
    const access: Access = { ...request, bytes: 0, aborted: false };
    this.#entries.push(access);
    this.#total += 1;
    // Cut a quarter at a time: shifting one by one would move the whole list at each request.
    if (this.#entries.length > this.#options.limit) {
      const cut = Math.max(1, Math.floor(this.#options.limit / 4));
      this.#entries = this.#entries.slice(cut);
      this.#dropped += cut;
    }
    return access;
  }

  end(
    access: Access,
    end: Pick<Access, 'endMs' | 'status' | 'bytes' | 'aborted' | 'retryAfterMs'>,
  ): void {
    Object.assign(access, end);
    const { file } = this.#options;
    // At once: the log must be whole when somebody pulls the plug.
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(access)}\n`);
  }

  /** Forgets what is in memory; the file stays. */
  clear(): void {
    this.#entries = [];
    this.#dropped = 0;
  }
}

/** What a log file holds, in order of arrival. */
export function readAccessLog(file: string): Access[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Access)
    .sort((a, b) => a.startMs - b.startMs);
}
