import type { DescMethod } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';

/** How a call ended: with an answer, or with a status, a code of the catalogue and a message. */
export interface RawEnd {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string;
}

const asIs = (bytes: Buffer) => bytes;

/** Calls an RPC with bytes as they are, whatever its shape; of a stream only its end counts. */
export async function rawCall(
  address: string,
  method: DescMethod,
  request: Uint8Array,
  deadlineMs: number,
): Promise<RawEnd> {
  const client = new Client(address, credentials.createInsecure());
  const path = `/${method.parent.typeName}/${method.name}`;
  const options = { deadline: performance.timeOrigin + performance.now() + deadlineMs };
  const bytes = Buffer.from(request);
  try {
    return await new Promise<RawEnd>((resolve) => {
      const done = (error: ServiceError | null) => resolve(endOf(error));
      const metadata = new Metadata();
      switch (method.methodKind) {
        case 'unary':
          client.makeUnaryRequest(path, asIs, asIs, bytes, metadata, options, done);
          break;
        case 'client_streaming': {
          const call = client.makeClientStreamRequest(path, asIs, asIs, metadata, options, done);
          call.write(bytes);
          call.end();
          break;
        }
        case 'server_streaming': {
          const call = client.makeServerStreamRequest(path, asIs, asIs, bytes, metadata, options);
          call
            .on('data', () => {})
            .on('error', done)
            .on('end', () => done(null));
          break;
        }
        case 'bidi_streaming': {
          const call = client.makeBidiStreamRequest(path, asIs, asIs, metadata, options);
          call
            .on('data', () => {})
            .on('error', done)
            .on('end', () => done(null));
          call.write(bytes);
          call.end();
          break;
        }
      }
    });
  } finally {
    client.close();
  }
}

function endOf(error: ServiceError | null): RawEnd {
  if (error === null) return { status: 0, code: undefined, message: '' };
  const [code] = error.metadata.get('mayfly-error-code');
  return { status: error.code, code: code?.toString(), message: error.details };
}
