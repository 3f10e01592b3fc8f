import { fetchesEnded } from '@mayfly/events';
import { type EngineKind, testEngines } from '@mayfly/service-testing';

export async function example(kind: EngineKind = 'embedded') {
  await using place = await testEngines(kind);
  const engines = await place.open();
  const stream = await engines.openStream([fetchesEnded]);
  const isReady = await stream.isReady();
  await stream.close();
  return { kind: place.kind, isReady };
}
