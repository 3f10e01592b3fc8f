import { DeadLetterServiceDefinition } from '@mayfly/contracts/deadletters/v1';
import { countDeadLetters, deadLetterRpc } from '@mayfly/dead-letters';
import { serve } from '@mayfly/grpc';
import type { AnyTopic, Stream } from '@mayfly/stream';

export async function example(stream: Stream, topic: AnyTopic) {
  const consumed = { topic, group: 'document-store' };
  const service = serve(DeadLetterServiceDefinition, deadLetterRpc({ stream, topics: [consumed] }));
  return { service, deadLetters: await countDeadLetters(stream, consumed) };
}
