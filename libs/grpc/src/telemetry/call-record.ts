import type { CrawlError } from '@mayfly/errors';
import { type Context, type Span, SpanStatusCode } from '@opentelemetry/api';
import { status } from '@grpc/grpc-js';
import { statusName } from '../status.ts';

interface CallRecordParts {
  readonly span: Span;
  /** The span's own context, which everything that the call causes belongs to. */
  readonly context: Context;
  readonly isError: (code: status) => boolean;
  readonly ended: (code: string, error: boolean) => void;
}

/** What telemetry will say of a call when it is over. */
export class CallRecord {
  readonly context: Context;
  /** How it ended, once that is known. */
  status: status | undefined;
  readonly #parts: CallRecordParts;
  #ended = false;

  constructor(parts: CallRecordParts) {
    this.context = parts.context;
    this.#parts = parts;
  }

  /** Closes the books; the reason is for calls that ended without a status of their own. */
  end(stopped?: CrawlError): void {
    if (this.#ended) return;
    this.#ended = true;
    const code = this.status ?? (stopped === undefined ? status.OK : status[stopped.grpcStatus]);
    const name = statusName(code);
    const error = this.#parts.isError(code);
    const { span } = this.#parts;
    span.setAttribute('rpc.status_code', name);
    if (error) {
      span.setAttribute('error.type', name);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
    this.#parts.ended(name, error);
  }
}
