import { MessageReader } from '@mayfly/contracts/reader';

/** How one message is written and read; what generated code offers for each. */
export interface MessageType<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(input: Uint8Array | MessageReader): T;
}

/** One RPC as the contract describes it. */
export interface MethodDefinition<Request = unknown, Response = unknown> {
  readonly name: string;
  readonly requestType: MessageType<Request>;
  readonly requestStream: boolean;
  readonly responseType: MessageType<Response>;
  readonly responseStream: boolean;
  readonly options: {
    readonly idempotencyLevel?: 'IDEMPOTENT' | 'NO_SIDE_EFFECTS';
    /** Options that the code generator does not know, ours among them, by their tag on the wire. */
    readonly _unknownFields?: Readonly<Record<number, readonly Uint8Array[]>>;
  };
}

/** One service as the contract describes it; generated code exports one for each. */
export interface ServiceDefinition {
  readonly name: string;
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

/** The message that goes to an RPC. */
export type RequestOf<M extends MethodDefinition> = M['requestType'] extends {
  decode(bytes: Uint8Array): infer T;
}
  ? T
  : never;

/** The message that comes back from an RPC. */
export type ResponseOf<M extends MethodDefinition> = M['responseType'] extends {
  decode(bytes: Uint8Array): infer T;
}
  ? T
  : never;

/** `mayfly.testing.v1.ToyService/GetCounter`, as telemetry and logs call it. */
export function methodName(service: ServiceDefinition, method: MethodDefinition): string {
  return `${service.fullName}/${method.name}`;
}

/** Whether the contract says that a second try of the same call does no harm. */
export function isIdempotent(method: MethodDefinition): boolean {
  return method.options.idempotencyLevel !== undefined;
}

/** The message in these bytes; throws where they are none. */
export function decodeMessage<T>(type: MessageType<T>, bytes: Uint8Array): T {
  return type.decode(new MessageReader(bytes));
}

/** The bytes of a message, without a copy. */
export function encodeMessage<T>(type: MessageType<T>, message: T): Buffer {
  const bytes = type.encode(message).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
