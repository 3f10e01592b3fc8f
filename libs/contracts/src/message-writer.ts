import { BinaryWriter } from '@bufbuild/protobuf/wire';

/** Keeps its room from message to message: a new one would grow to the size of each step by step. */
let writer = new BinaryWriter();
/** The links of hardly any page take more; room that one page needed is not kept for all others. */
const LARGEST_KEPT = 1_048_576;

/** A message in the form in which it travels. */
export function bytesOf<M>(
  type: { encode(message: M, writer: BinaryWriter): BinaryWriter },
  message: M,
): Uint8Array {
  try {
    const bytes = type.encode(message, writer).finish();
    if (bytes.length > LARGEST_KEPT) writer = new BinaryWriter();
    return bytes;
  } catch (error) {
    // What it holds by now is half a message.
    writer = new BinaryWriter();
    throw error;
  }
}
